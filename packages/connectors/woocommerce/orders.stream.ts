import { z } from 'zod'
import type { ListedRecord, Removal, Span, StreamState, SyncPage, SyncStream } from '../kit/connector.ts'
import { readFrom } from '../kit/page-guard.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { removedOf } from '../kit/removals.ts'
import { isDraft } from './codes.ts'
import { convertOrders, listRefundIds } from './convert-orders.ts'
import { AMOUNT_DECIMALS, gmtText, OptionalInstant, WooId, WooInstant } from './fields.ts'
import { PAGE_SIZE, readRecordId, wholeList } from './list-pages.ts'
import { ModifiedState, modifiedRecords, OVERLAP_MS, UNREAD } from './modified-records.ts'
import { orderOfSourceId, refundSourceId } from './order-rows.ts'
import { countedAt } from './order-schema.ts'
import type { WooStore } from './store.ts'

const ORDERS = {
  name: 'orders',
  path: 'orders',
  orderby: 'modified',
  query: { status: 'any', dp: AMOUNT_DECIMALS },
} as const

const DAY_MS = 86_400_000
/** Most orders are paid on the day that they are made; the others are looked up one by one. */
const PAID_WITHIN_MS = 7 * DAY_MS

export const readModifiedState = (state: StreamState | null): ModifiedState => {
  if (state === null) return UNREAD
  const { data } = ModifiedState.safeParse(state)
  if (!data) throw new MalformedResponse('The saved sync state can’t be read. Run a full sync.')
  return data
}

/** IDs of an unparsed order and its refunds. */
const readOrderIds = (record: unknown): string[] => {
  const id = readRecordId(record)
  return id === null ? [] : [id, ...listRefundIds(record)]
}

/** Orders and their refunds, as removed. */
const removalOf = (records: readonly unknown[]): Removal[] => {
  const sourceIds = records.flatMap(readOrderIds)
  return sourceIds.length > 0 ? [{ table: 'orders', sourceIds }] : []
}

/** Orders that were moved to the trash; those deleted permanently are found by comparison. */
async function* trashedOrders({ api }: WooStore, state: ModifiedState): AsyncGenerator<SyncPage> {
  if (state.mark === null || state.page !== null) return
  const after = readFrom(state.mark, OVERLAP_MS)
  const query = {
    status: 'trash',
    dates_are_gmt: 'true',
    modified_after: gmtText(after ?? 0),
    _fields: 'id,refunds',
  }
  for await (const records of wholeList(api, { name: 'deleted orders', path: 'orders', orderby: 'id', query })) {
    yield { read: 0, rows: [], removed: removalOf(records), quarantined: [], total: null, next: state }
  }
}

const Listed = z.object({
  id: WooId,
  status: z.string(),
  date_created_gmt: WooInstant,
  date_modified_gmt: OptionalInstant,
  date_paid_gmt: OptionalInstant,
})

const listedOrder = (record: unknown): ListedRecord[] => {
  const { data } = Listed.safeParse(record)
  if (!data) {
    const id = readRecordId(record)
    return id === null ? [] : [{ sourceId: id, ordered: null, updated: null }]
  }
  return isDraft(data.status) ? [] : [{ sourceId: data.id, ordered: countedAt(data), updated: data.date_modified_gmt }]
}

const createdIn = (span: Span | null) =>
  span === null
    ? {}
    : { dates_are_gmt: 'true', after: gmtText(span.from - PAID_WITHIN_MS), before: gmtText(span.until + 1000) }

const ListedRefund = z.object({ id: WooId, parent_id: WooId, date_created_gmt: WooInstant })

const listedRefund = (record: unknown): ListedRecord[] => {
  const { data } = ListedRefund.safeParse(record)
  if (!data) return []
  return [{ sourceId: refundSourceId(data.parent_id, data.id), ordered: data.date_created_gmt, updated: null }]
}

async function* listOrders({ api }: WooStore, span: Span | null): AsyncGenerator<readonly ListedRecord[]> {
  const query = { status: 'any', ...createdIn(span), _fields: Object.keys(Listed.shape).join(',') }
  for await (const records of wholeList(api, { name: 'orders', path: 'orders', orderby: 'id', query })) {
    yield records.flatMap(listedOrder)
  }
  const refunds = { name: 'refunds', path: 'refunds', orderby: 'id', query: createdIn(span) } as const
  try {
    for await (const records of wholeList(api, refunds)) yield records.flatMap(listedRefund)
  } catch (error) {
    // Stores of before 9.0 don't list refunds: each stored one is then looked up with its order.
    if (!(error instanceof RequestRejected) || error.status !== 404) throw error
  }
}

/** Refunds are fetched with their order. */
const fetchOrders = async (store: WooStore, ids: readonly string[], state: StreamState | null): Promise<SyncPage> => {
  const orderIds = [...new Set(ids.map(orderOfSourceId))]
  const query = { ...ORDERS.query, include: orderIds.join(','), per_page: PAGE_SIZE }
  const { records } = await store.api.list('orders', query, 'Orders of a list of IDs')
  const { rows, quarantined } = await convertOrders(store, records)
  const found = new Set(records.flatMap(readOrderIds))
  const removed = removedOf('orders', ids, found)
  return { read: records.length, rows, removed, quarantined, total: null, next: { ...state } }
}

/** Orders with their lines; refunds become separate orders. */
export const ordersStream = (store: WooStore): SyncStream => ({
  name: 'orders',
  title: 'Orders',
  tables: ['orders', 'order_lines'],
  reads: 'changes',
  removals: 'fullRead',
  async *read(state) {
    const known = readModifiedState(state)
    yield* trashedOrders(store, known)
    for await (const { records, total, next } of modifiedRecords(store.api, ORDERS, known, store.now)) {
      const { rows, quarantined } = await convertOrders(store, records)
      yield { read: records.length, rows, removed: [], quarantined, total, next }
    }
  },
  fetch: (ids, state) => fetchOrders(store, ids, state),
  listing: { table: 'orders', list: (span) => listOrders(store, span) },
})
