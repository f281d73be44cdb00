import { z } from 'zod'
import type { CanonicalRow, QuarantinedRecord } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import { isDraft } from './codes.ts'
import { AMOUNT_DECIMALS, WooId } from './fields.ts'
import { readRecordId } from './list-pages.ts'
import { orderRows, refundSourceId } from './order-rows.ts'
import { renewedSubscription, WooOrder, WooRefund } from './order-schema.ts'
import type { WooStore } from './store.ts'
import type { WooApi } from './woocommerce-api.ts'

/** Refunds of one order; no order has as many. */
const MOST_REFUNDS = 100

/** The refunds of an order with their lines, of which the order only lists IDs and amounts; none if the order is gone. */
export const fetchRefunds = async (api: WooApi, orderId: string): Promise<readonly unknown[]> => {
  const query = { per_page: MOST_REFUNDS, orderby: 'id', order: 'asc', dp: AMOUNT_DECIMALS }
  return (await api.list(`orders/${orderId}/refunds`, query, `The refunds of order ${orderId}`)).records
}

const ListedRefunds = z.object({ id: WooId, refunds: z.array(z.object({ id: WooId })) })

/** IDs of the refunds of an unparsed order. */
export const listRefundIds = (record: unknown): string[] => {
  const { data } = ListedRefunds.safeParse(record)
  return data ? data.refunds.map(({ id }) => refundSourceId(data.id, id)) : []
}

const unusedRefunds = (record: unknown): QuarantinedRecord[] =>
  listRefundIds(record).map((sourceId) => ({ sourceId, field: null, reason: 'The order it refunds couldn’t be used' }))

interface Converted {
  readonly rows: readonly CanonicalRow[]
  readonly quarantined: readonly QuarantinedRecord[]
}

/** Unparsed orders as rows, with their refunds. */
export const convertOrders = async (store: WooStore, records: readonly unknown[]): Promise<Converted> => {
  const { api } = store
  const parsed = readRecords(records, { schema: WooOrder, rows: () => [] })
  const orders = parsed.records.filter(({ status }) => !isDraft(status))
  const unused = new Set(parsed.quarantined.map(({ sourceId }) => sourceId))
  const quarantined = [
    ...parsed.quarantined,
    ...records.filter((record) => unused.has(readRecordId(record))).flatMap(unusedRefunds),
  ]
  if (orders.length === 0) return { rows: [], quarantined }
  const clubs = await store.clubs(orders.flatMap((order) => renewedSubscription(order) ?? []))
  const { products } = await store.catalog()
  const rows: CanonicalRow[] = []
  for (const order of orders) {
    const refunds = readRecords(order.refunds.length > 0 ? await fetchRefunds(api, order.id) : [], {
      schema: WooRefund,
      idOf: (refund) => refundSourceId(order.id, readRecordId(refund) ?? ''),
      rows: () => [],
    })
    quarantined.push(...refunds.quarantined)
    const made = readRecords([order], {
      schema: Unchanged,
      rows: () => orderRows(order, refunds.records, { products, clubs }),
    })
    rows.push(...made.rows)
    quarantined.push(...made.quarantined)
  }
  return { rows, quarantined }
}

// The limits of stored numbers are checked on rows.
const Unchanged = z.custom<WooOrder>()
