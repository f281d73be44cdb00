import { z } from 'zod'
import { isWithin, type PlatformOrder, type QuarantinedRecord, type Span } from '../kit/connector.ts'
import { Instant } from '../kit/fields.ts'
import { negative, sumBy } from '../kit/order-amounts.ts'
import { parseEach, RecordProblem, readEnvelope, readRecords } from '../kit/read-records.ts'
import type { ConvertedRecords } from '../kit/stream.ts'
import { type AdminApi, completeList, listPages, nodesByIds } from './admin-api.ts'
import { formatInstant, readShopifyId, ShopifyId } from './fields.ts'
import { orderRows, refundFacts, refundIdIn, refundSourceId, refundTotals } from './order-rows.ts'
import { RefundedItem, ShopifyLine, ShopifyOrder, ShopifyRefund, ShopifySettlement } from './order-schema.ts'

const LINES = { name: 'OrderLines', root: 'order', list: 'lineItems', record: ShopifyLine, pageSize: 50 }
const ITEMS = { name: 'RefundLines', root: 'refund', list: 'refundLineItems', record: RefundedItem, pageSize: 100 }

/** The record's ID as used in rows; null if it has none. */
const readRefundId = (record: unknown): string | null => {
  const id = readShopifyId(record)
  return id === null ? null : refundSourceId(id)
}

/** Each comes with up to 25 parts. */
const REFUNDS = { name: 'RefundDetails', type: 'Refund', record: ShopifyRefund, atOnce: 4 } as const

/** Refunds with all their parts, which neither pages nor exports of orders include. `ids`: the numbers in their IDs. */
const fetchRefunds = async (api: AdminApi, ids: readonly string[]) => {
  const nodes = await nodesByIds(api, REFUNDS, ids)
  const complete = await Array.fromAsync(nodes, (node) => completeList(api, ITEMS, node))
  const { records, quarantined } = readRecords(complete, { schema: ShopifyRefund, idOf: readRefundId })
  return { byId: new Map(records.map((refund) => [refund.id, refund])), quarantined }
}

/** The refunds of a quarantined order, which still exist. */
const quarantinedRefunds = (record: unknown): QuarantinedRecord[] =>
  parseEach([record], ShopifyOrder.pick({ refunds: true })).flatMap(({ refunds }) =>
    refunds.map(({ id }) => {
      return { sourceId: refundSourceId(id), field: null, reason: 'The order it refunds couldn’t be used' }
    }),
  )

const assertOneCurrency = ({ totalPriceSet, lineItems }: ShopifyOrder): [] => {
  if (lineItems.nodes.every(({ originalTotalSet }) => originalTotalSet.currency === totalPriceSet.currency)) return []
  throw new RecordProblem('lineItems', 'The amounts of this order are in more than one currency')
}

/** Orders with their lines and refunds. */
export const convertOrders = async (api: AdminApi, nodes: readonly unknown[]): Promise<ConvertedRecords> => {
  const complete = await Array.fromAsync(nodes, (node) => completeList(api, LINES, node))
  const read = readRecords(complete, { schema: ShopifyOrder, idOf: readShopifyId, rows: assertOneCurrency })
  const unusable = new Set(read.quarantined.map(({ sourceId }) => sourceId))
  // Test orders are not sales: they are counted as read and produce no rows.
  const orders = read.records.filter(({ test }) => !test)
  const refunds = await fetchRefunds(
    api,
    orders.flatMap((order) => order.refunds.map(({ id }) => id)),
  )
  const refundsOf = (order: ShopifyOrder) => order.refunds.flatMap(({ id }) => refunds.byId.get(id) ?? [])
  return {
    rows: orders.flatMap((order) => orderRows(order, refundsOf(order))),
    quarantined: [
      ...read.quarantined,
      ...complete.filter((node) => unusable.has(readShopifyId(node))).flatMap(quarantinedRefunds),
      ...refunds.quarantined,
    ],
  }
}

const Totals = ShopifySettlement.extend({
  id: ShopifyId,
  name: z.string(),
  test: z.boolean(),
  processedAt: Instant,
  /** after all refunds */
  currentTotalPriceSet: ShopifySettlement.shape.totalPriceSet,
  refunds: z.array(ShopifyRefund.pick({ id: true, createdAt: true, updatedAt: true })),
})
type Totals = z.output<typeof Totals>

const readTotals = (nodes: readonly unknown[]): Totals[] =>
  nodes.map((node) => readEnvelope(node, Totals, 'An order')).filter(({ test }) => !test)

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

/** An order and its refunds, as far as they are of the span. */
const totalsWithin = async (api: AdminApi, order: Totals, span: Span): Promise<PlatformOrder[]> => {
  const { currency, minor: total } = order.totalPriceSet
  const refunds = order.refunds.map((refund, index) => ({ ...refundFacts(order, refund, index), currency }))
  const amounts = refunds.some(({ ordered }) => isWithin(span, ordered)) ? await refundedAmounts(api, order) : []
  const sale = { sourceId: order.id, orderNumber: order.name, ordered: order.processedAt, currency, total }
  const taken = refunds.map((refund, index) => ({ ...refund, total: negative(amounts[index] ?? 0) }))
  return [sale, ...taken].filter(({ ordered }) => isWithin(span, ordered))
}

const REFUNDED = { name: 'RefundedOrders', type: 'Refund', record: z.object({ order: Totals }), atOnce: 20 } as const

/** The orders of refunds, each once; those of refunds that Shopify does not have are absent. */
const ordersOfRefunds = async (api: AdminApi, ids: readonly string[]): Promise<readonly Totals[]> => {
  const nodes = parseEach(await nodesByIds(api, REFUNDED, ids), z.object({ order: z.unknown() }))
  const orders = readTotals(nodes.map(({ order }) => order))
  return [...new Map(orders.map((order) => [order.id, order])).values()]
}

/** IDs of orders of these source IDs, of which some may be of refunds; deleted refunds have none. */
export const findOrderIds = async (api: AdminApi, sourceIds: readonly string[]): Promise<readonly string[]> => {
  const refunded = await ordersOfRefunds(
    api,
    sourceIds.flatMap((id) => refundIdIn(id) ?? []),
  )
  const orderIds = sourceIds.filter((id) => refundIdIn(id) === null)
  return [...new Set([...orderIds, ...refunded.map(({ id }) => id)])]
}

const SORTED = ', query: $query, sortKey: $sortKey'
const TOTALS = { name: 'OrderTotals', list: 'orders', record: Totals, args: SORTED, pageSize: 100 }

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
  const within = async (orders: readonly Totals[]): Promise<readonly PlatformOrder[]> => {
    const totals = (await Array.fromAsync(orders, (order) => totalsWithin(api, order, span))).flat()
    for (const { sourceId } of totals) listed.add(sourceId)
    return totals
  }
  // Older orders refunded in the span: a refund is a change, so they were updated no earlier than its start.
  const refunded = '(financial_status:refunded OR financial_status:partially_refunded)'
  for (const variables of [
    { query: `processed_at:>=${from} processed_at:<${until}`, sortKey: 'PROCESSED_AT' },
    { query: `processed_at:<${from} updated_at:>=${from} ${refunded}`, sortKey: 'UPDATED_AT' },
  ]) {
    for await (const { records } of listPages(api, TOTALS, variables)) yield await within(readTotals(records))
  }
  const unlisted = stored.flatMap((id) => (listed.has(id) ? [] : (refundIdIn(id) ?? [])))
  yield await within(await ordersOfRefunds(api, unlisted))
}
