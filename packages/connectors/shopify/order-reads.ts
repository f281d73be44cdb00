import { z } from 'zod'
import { isWithin, type PlatformOrder, type QuarantinedRecord, type Span } from '../kit/connector.ts'
import { negative, sumBy } from '../kit/order-amounts.ts'
import { parseEach, RecordProblem, readEnvelope, readRecords } from '../kit/read-records.ts'
import type { ConvertedRecords } from '../kit/stream.ts'
import type { AdminApi } from './admin-api.ts'
import { completeList, listPages, nodesByIds } from './admin-lists.ts'
import { formatInstant, readShopifyId, ShopifyId, ShopifyInstant } from './fields.ts'
import { hasOneCurrency, refundTotals } from './order-amounts.ts'
import { orderRows, refundIdIn, refundNumber, refundSourceId } from './order-rows.ts'
import { ShopifyOrder, ShopifyRefund, ShopifySettlement } from './order-schema.ts'
import {
  ORDER_LINES,
  ORDER_TOTALS,
  ORDERS_OF_REFUNDS,
  REFUND_DETAILS,
  REFUND_LINES,
  REFUNDED_ORDERS,
} from './queries.ts'

const withAllItems = completeList({ page: REFUND_LINES, root: 'refund', list: 'refundLineItems', pageSize: 100 })

/** The record's ID as used in rows; null if it has none. */
const readRefundId = (record: unknown): string | null => {
  const id = readShopifyId(record)
  return id === null ? null : refundSourceId(id)
}

/** Refunds with all their parts, which neither pages nor exports of orders include. `ids`: the numbers in their IDs. */
const fetchRefunds = async (api: AdminApi, ids: readonly string[]) => {
  // Each comes with up to 25 parts.
  const request = { operation: REFUND_DETAILS, type: 'Refund', name: 'refunds', atOnce: 4 } as const
  const whole: unknown[] = []
  for (const node of await nodesByIds(api, request, ids)) whole.push(await withAllItems(api, node))
  const { records, quarantined } = readRecords(whole, { schema: ShopifyRefund, idOf: readRefundId, rows: () => [] })
  return { byId: new Map(records.map((refund) => [refund.id, refund])), quarantined }
}

const withAllLines = completeList({ page: ORDER_LINES, root: 'order', list: 'lineItems', pageSize: 50 })

/** The refunds of a quarantined order, which still exist. */
const quarantinedRefunds = (record: unknown): QuarantinedRecord[] =>
  parseEach([record], ShopifyOrder.pick({ refunds: true })).flatMap(({ refunds }) =>
    refunds.map(({ id }) => ({
      sourceId: refundSourceId(id),
      field: null,
      reason: 'The order it refunds couldn’t be used',
    })),
  )

const assertOneCurrency = (order: ShopifyOrder): [] => {
  if (hasOneCurrency(order)) return []
  throw new RecordProblem('lineItems', 'The amounts of this order are in more than one currency')
}

/** Orders with their lines and refunds. */
export const convertOrders = async (api: AdminApi, nodes: readonly unknown[]): Promise<ConvertedRecords> => {
  const whole: unknown[] = []
  for (const node of nodes) whole.push(await withAllLines(api, node))
  const read = readRecords(whole, { schema: ShopifyOrder, idOf: readShopifyId, rows: assertOneCurrency })
  const unusable = new Set(read.quarantined.map(({ sourceId }) => sourceId))
  // Test orders are not sales: they are counted as read and produce no rows.
  const orders = read.records.filter(({ test }) => !test)
  const refundIds = orders.flatMap((order) => order.refunds.map(({ id }) => id))
  const refunds = await fetchRefunds(api, refundIds)
  return {
    rows: orders.flatMap((order) =>
      orderRows(
        order,
        order.refunds.flatMap(({ id }) => refunds.byId.get(id) ?? []),
      ),
    ),
    quarantined: [
      ...read.quarantined,
      ...whole.filter((node) => unusable.has(readShopifyId(node))).flatMap(quarantinedRefunds),
      ...refunds.quarantined,
    ],
  }
}

const RefundOf = z.object({ order: z.object({ id: ShopifyId }) })

/** IDs of orders of these source IDs, of which some may be of refunds; deleted refunds have none. */
export const findOrderIds = async (api: AdminApi, sourceIds: readonly string[]): Promise<readonly string[]> => {
  const refundIds = sourceIds.flatMap((id) => refundIdIn(id) ?? [])
  const request = { operation: ORDERS_OF_REFUNDS, type: 'Refund', name: 'orders of refunds', atOnce: 50 } as const
  const refunded = parseEach(await nodesByIds(api, request, refundIds), RefundOf)
  const orderIds = sourceIds.filter((id) => refundIdIn(id) === null)
  return [...new Set([...orderIds, ...refunded.map(({ order }) => order.id)])]
}

const Totals = ShopifySettlement.extend({
  id: ShopifyId,
  name: z.string(),
  test: z.boolean(),
  processedAt: ShopifyInstant,
  /** after all refunds */
  currentTotalPriceSet: ShopifySettlement.shape.totalPriceSet,
  refunds: z.array(ShopifyRefund.pick({ id: true, createdAt: true, updatedAt: true })),
})
type Totals = z.output<typeof Totals>

const readTotals = (nodes: readonly unknown[], name: string): Totals[] =>
  nodes.map((node) => readEnvelope(node, Totals, name)).filter(({ test }) => !test)

async function* listTotals(api: AdminApi, query: string, sortKey: 'PROCESSED_AT' | 'UPDATED_AT') {
  const list = { page: ORDER_TOTALS, list: 'orders', pageSize: 100 }
  for await (const { records } of listPages(api, list, { query, sortKey }))
    yield readTotals(records, 'A page of orders')
}

const orderTotal = (order: Totals): PlatformOrder => ({
  sourceId: order.id,
  orderNumber: order.name,
  ordered: order.processedAt,
  currency: order.totalPriceSet.currency,
  total: order.totalPriceSet.minor,
})

/**
 * What Shopify took off the order, by refund, from other figures than the rows. Of several refunds only the sum is known: the last is
 * what the others leave for it.
 */
const refundedAmounts = async (api: AdminApi, order: Totals): Promise<readonly number[]> => {
  const ids = order.refunds.map(({ id }) => id)
  const { byId } = await fetchRefunds(api, ids.length > 1 ? ids : [])
  const amounts = refundTotals(order, [...byId.values()])
  const earlier = ids.slice(0, -1).map((id) => amounts.get(id) ?? 0)
  const taken = order.totalPriceSet.minor - order.currentTotalPriceSet.minor
  return [...earlier, taken - sumBy(earlier, (amount) => amount)]
}

const platformRefunds = async (api: AdminApi, order: Totals, span: Span): Promise<PlatformOrder[]> => {
  const dates = order.refunds.map(({ createdAt, updatedAt }) => createdAt ?? updatedAt)
  if (!dates.some((ordered) => isWithin(span, ordered))) return []
  const amounts = await refundedAmounts(api, order)
  const totals = order.refunds.map(({ id }, index) => ({
    sourceId: refundSourceId(id),
    orderNumber: refundNumber(order, index),
    ordered: dates[index] ?? 0,
    currency: order.totalPriceSet.currency,
    total: negative(amounts[index] ?? 0),
  }))
  return totals.filter(({ ordered }) => isWithin(span, ordered))
}

/** The orders of refunds, each once; those of refunds that Shopify does not have are absent. */
const totalsOfRefunds = async (api: AdminApi, ids: readonly string[]): Promise<readonly Totals[]> => {
  const request = { operation: REFUNDED_ORDERS, type: 'Refund', name: 'orders of refunds', atOnce: 20 } as const
  const nodes = parseEach(await nodesByIds(api, request, ids), z.object({ order: z.unknown() }))
  const orders = readTotals(
    nodes.map(({ order }) => order),
    'The order of a refund',
  )
  return [...new Map(orders.map((order) => [order.id, order])).values()]
}

/**
 * Orders placed in the span and refunds made in it, with Shopify's totals. No filter of Shopify finds items that were removed from an
 * older order before payment: refunds in `stored`, source IDs of the span, that no list has are looked up.
 */
export async function* platformOrders(
  api: AdminApi,
  span: Span,
  stored: readonly string[],
): AsyncGenerator<readonly PlatformOrder[]> {
  const [from, until] = [formatInstant(span.from), formatInstant(span.until)]
  const listed = new Set<string>()
  const refundsOf = async (orders: readonly Totals[]): Promise<PlatformOrder[]> => {
    const refunds: PlatformOrder[] = []
    for (const order of orders) refunds.push(...(await platformRefunds(api, order, span)))
    for (const { sourceId } of refunds) listed.add(sourceId)
    return refunds
  }
  const made = `processed_at:>=${from} processed_at:<${until}`
  for await (const orders of listTotals(api, made, 'PROCESSED_AT'))
    yield [...orders.map(orderTotal), ...(await refundsOf(orders))]
  // Older orders refunded in the span: a refund is a change, so they were updated no earlier than its start.
  const refunded = '(financial_status:refunded OR financial_status:partially_refunded)'
  const older = `processed_at:<${from} updated_at:>=${from} ${refunded}`
  for await (const orders of listTotals(api, older, 'UPDATED_AT')) yield await refundsOf(orders)
  const unlisted = stored.flatMap((id) => (listed.has(id) ? [] : (refundIdIn(id) ?? [])))
  yield await refundsOf(await totalsOfRefunds(api, unlisted))
}
