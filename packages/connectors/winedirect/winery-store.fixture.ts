import type { CanonicalRow } from '../kit/connector.ts'
import { createRecordStore } from '../kit/record-store.fixture.ts'
import type { WireFields } from './wire-xml.fixture.ts'

const LIST_NAMES = ['products', 'stock', 'contacts', 'clubs', 'memberships', 'orders'] as const
export type ListName = (typeof LIST_NAMES)[number]

/** A record of the fake platform, and its expected rows. */
export interface StoredRecord {
  readonly id: string
  /** as the platform lists it, but for its modification date */
  readonly wire: WireFields
  /** details returned for a single record; orders only */
  readonly detail?: WireFields
  /** epoch milliseconds by the platform's clock, whole seconds */
  readonly modified: number
  readonly completed?: number | null
  readonly submitted?: number
  readonly number?: string
  readonly rows: readonly CanonicalRow[]
}

/** Rows change with the record they belong to. */
const stamped = ({ rows, modified }: StoredRecord): readonly CanonicalRow[] =>
  rows.map((entry) =>
    // Samples of these have no date of change.
    entry.table === 'inventory' || entry.table === 'clubs'
      ? entry
      : ({ ...entry, row: { ...entry.row, source_updated: modified } } as CanonicalRow),
  )

export const createStore = () => {
  const store = createRecordStore<ListName, StoredRecord>(LIST_NAMES)
  return {
    ...store,
    put: (name: ListName, record: StoredRecord): void => store.put(name, { ...record, rows: stamped(record) }),
  }
}

export type WineryStore = ReturnType<typeof createStore>
