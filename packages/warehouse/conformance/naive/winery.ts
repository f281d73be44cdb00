import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'

/** What one service has given: canonical rows, no key twice. */
export type ServiceRows = { readonly [T in CanonicalTable]?: readonly CanonicalRecord<T>[] }

/** Rows by service id. */
export type NaiveWinery = ReadonlyMap<string, ServiceRows>

/** A given row with its service and both sides of its moments. */
export type Placed<T extends CanonicalTable> = CanonicalRecord<T> & { readonly service: string }

/** An instant with what the wall of the account showed. */
export interface Moment {
  /** epoch milliseconds */
  readonly at: number
  /** `YYYY-MM-DD` */
  readonly day: string
  /** `YYYY-MM-DD HH:MM:SS` */
  readonly local: string
}
