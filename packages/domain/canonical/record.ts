import type { CanonicalTable, CanonicalTables, ColumnKind } from './tables.ts'

/** Whether a row's timestamps are instants or wall-clock times of the account's time zone. */
export type TimeBasis = 'utc' | 'local'

/**
 * An input timestamp: epoch milliseconds if the row's basis is `utc`, `YYYY-MM-DD HH:MM:SS` if it is `local`.
 */
type InstantInput = number | string

interface ValueOf {
  text: string
  integer: number
  boolean: boolean
  /** `YYYY-MM-DD` */
  date: string
  quantity: number
  /** integer minor units */
  money: number
  /** major units */
  price: number
  instant: InstantInput
}

type Columns<T extends CanonicalTable> = CanonicalTables[T]['columns']

type Given<T extends CanonicalTable> = {
  [K in keyof Columns<T> as Columns<T>[K] extends { derived: true } | { optional: true }
    ? never
    : K]: Columns<T>[K] extends {
    kind: infer Kind extends ColumnKind
    required: true
  }
    ? ValueOf[Kind]
    : Columns<T>[K] extends { kind: infer Kind extends ColumnKind }
      ? ValueOf[Kind] | null
      : never
}

type MayBeGiven<T extends CanonicalTable> = {
  [K in keyof Columns<T> as Columns<T>[K] extends { optional: true } ? K : never]?: Columns<T>[K] extends {
    kind: infer Kind extends ColumnKind
  }
    ? ValueOf[Kind] | null
    : never
}

/** One row of a canonical table as a connector delivers it: every given column, absent values as null. */
export type CanonicalRecord<T extends CanonicalTable> = Given<T> &
  MayBeGiven<T> & {
    source_id: string
    /** epoch milliseconds, null if the platform does not provide it */
    source_updated: number | null
    time_basis: TimeBasis
  }
