import type { CanonicalRow } from '../kit/connector.ts'

export const LIST_NAMES = [
  'club',
  'product',
  'inventory',
  'customer',
  'club-membership',
  'order',
  'reservation',
  'trash',
] as const
export type ListName = (typeof LIST_NAMES)[number]

/** A record as the platform returns it, and the expected rows. */
export interface Made {
  readonly id: string
  readonly wire: Readonly<Record<string, unknown>>
  readonly rows: readonly CanonicalRow[]
}

export interface StoredRecord extends Made {
  /** position in its list */
  readonly seq: number
  /** epoch milliseconds by the platform's clock */
  readonly updated: number
}

/** The platform's records, and the rows of an up-to-date warehouse. */
export interface WineryStore {
  /** in the order of `seq` */
  list(name: ListName): readonly StoredRecord[]
  get(name: ListName, id: string): StoredRecord | undefined
  put(name: ListName, made: Made, updated: number): void
  /** Deletes a record; the trash lists it where the platform's does. */
  remove(name: ListName, id: string, at: number): void
  /** Deletes a record without a trace. */
  lose(name: ListName, id: string): void
  rows(): CanonicalRow[]
}

const TRASHED: Partial<Record<ListName, string>> = {
  order: 'Order',
  customer: 'Customer',
  'club-membership': 'Club Membership',
  reservation: 'Reservation',
  product: 'Product',
}

export const createStore = (): WineryStore => {
  const lists = new Map<ListName, Map<string, StoredRecord>>(LIST_NAMES.map((name) => [name, new Map()]))
  let seq = 0

  const listOf = (name: ListName): Map<string, StoredRecord> => {
    const list = lists.get(name)
    if (!list) throw new Error(`There is no list ${name}`)
    return list
  }

  const put = (name: ListName, made: Made, updated: number): void => {
    const list = listOf(name)
    seq += 1
    const dates = 'updatedAt' in made.wire ? { updatedAt: new Date(updated).toISOString() } : {}
    const wire = { ...made.wire, ...dates }
    list.set(made.id, { ...made, wire, updated, seq: list.get(made.id)?.seq ?? seq })
  }

  return {
    list: (name) => [...listOf(name).values()],
    get: (name, id) => listOf(name).get(id),
    put,
    remove(name, id, at) {
      listOf(name).delete(id)
      const object = TRASHED[name]
      if (!object) return
      const wire = { id: `trash-${id}`, object, objectId: id, updatedAt: '' }
      put('trash', { id: wire.id, wire, rows: [] }, at)
    },
    lose: (name, id) => void listOf(name).delete(id),
    rows: () => LIST_NAMES.flatMap((name) => [...listOf(name).values()].flatMap(({ rows }) => rows)),
  }
}
