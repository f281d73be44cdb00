import type { CanonicalRow } from '../kit/connector.ts'
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

export interface WineryStore {
  put(list: ListName, record: StoredRecord): void
  remove(list: ListName, id: string): void
  list(name: ListName): readonly StoredRecord[]
  get(name: ListName, id: string): StoredRecord | undefined
  rows(): CanonicalRow[]
}

/** Rows change with the record they belong to. */
const stamped = ({ rows, modified }: StoredRecord): readonly CanonicalRow[] =>
  rows.map((entry) =>
    // Samples of these have no date of change.
    entry.table === 'inventory' || entry.table === 'clubs'
      ? entry
      : ({ ...entry, row: { ...entry.row, source_updated: modified } } as CanonicalRow),
  )

export const createStore = (): WineryStore => {
  const lists = new Map<ListName, Map<string, StoredRecord>>(LIST_NAMES.map((name) => [name, new Map()]))
  const of = (name: ListName): Map<string, StoredRecord> => lists.get(name) ?? new Map()
  return {
    put: (name, record) => void of(name).set(record.id, record),
    remove: (name, id) => void of(name).delete(id),
    list: (name) => [...of(name).values()],
    get: (name, id) => of(name).get(id),
    rows: () => LIST_NAMES.flatMap((name) => [...of(name).values()]).flatMap(stamped),
  }
}
