import type { CanonicalRow } from '../kit/connector.ts'
import { createRecordStore } from '../kit/record-store.fixture.ts'

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

const TRASHED: Partial<Record<ListName, string>> = {
  order: 'Order',
  customer: 'Customer',
  'club-membership': 'Club Membership',
  reservation: 'Reservation',
  product: 'Product',
}

export const createStore = () => {
  const store = createRecordStore<ListName, StoredRecord>(LIST_NAMES)
  let seq = 0

  const put = (name: ListName, made: Made, updated: number): void => {
    seq += 1
    const dates = 'updatedAt' in made.wire ? { updatedAt: new Date(updated).toISOString() } : {}
    const wire = { ...made.wire, ...dates }
    store.put(name, { ...made, wire, updated, seq: store.get(name, made.id)?.seq ?? seq })
  }

  return {
    ...store,
    put,
    /** Deletes a record; the trash lists it where the platform's does. */
    remove(name: ListName, id: string, at: number): void {
      store.remove(name, id)
      const object = TRASHED[name]
      if (!object) return
      const wire = { id: `trash-${id}`, object, objectId: id, updatedAt: '' }
      put('trash', { id: wire.id, wire, rows: [] }, at)
    },
    /** Deletes a record without a trace. */
    lose: store.remove,
  }
}

export type WineryStore = ReturnType<typeof createStore>
