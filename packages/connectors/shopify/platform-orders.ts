import { z } from 'zod'
import { isWithin, type PlatformOrder, type Span } from '../kit/connector.ts'
import { negative, sumBy } from '../kit/order-amounts.ts'
import { createPageGuard } from '../kit/page-guard.ts'
import { readEnvelope } from '../kit/read-records.ts'
import type { AdminApi } from './admin-api.ts'
import { ShopifyId, ShopifyInstant, ShopifyMoneyBag } from './fields.ts'
import { iso } from './listings.ts'
import { refundIdIn, refundSourceId } from './order-rows.ts'
import { createPager, type ListPage } from './pager.ts'
import { ORDER_TOTALS, REFUNDED_ORDERS } from './queries.ts'
import { refundTotals } from './refund-amounts.ts'
import { askRefunds } from './refund-details.ts'
import type { ShopifySession } from './shop.ts'

const PAGE_SIZE = 100
const REFUNDS_AT_ONCE = 20

const Refund = z.object({ id: ShopifyId, createdAt: ShopifyInstant.nullable(), updatedAt: ShopifyInstant })

const Totals = z.object({
  id: ShopifyId,
  name: z.string(),
  test: z.boolean(),
  processedAt: ShopifyInstant,
  taxesIncluded: z.boolean(),
  totalPriceSet: ShopifyMoneyBag,
  /** after all refunds */
  currentTotalPriceSet: ShopifyMoneyBag,
  netPaymentSet: ShopifyMoneyBag,
  totalOutstandingSet: ShopifyMoneyBag,
  refunds: z.array(Refund),
})
type Totals = z.infer<typeof Totals>

interface Query {
  readonly query: string
  readonly sortKey: 'PROCESSED_AT' | 'UPDATED_AT'
}

const placedIn = ({ from, until }: Span): Query => ({
  query: `processed_at:>=${iso(from)} processed_at:<${iso(until)}`,
  sortKey: 'PROCESSED_AT',
})

/** Older orders refunded in the span: a refund is a change, so they were updated no earlier than its start. */
const returnedSince = ({ from }: Span): Query => ({
  query: `processed_at:<${iso(from)} updated_at:>=${iso(from)} (financial_status:refunded OR financial_status:partially_refunded)`,
  sortKey: 'UPDATED_AT',
})

async function* pages(api: AdminApi, query: Query): AsyncGenerator<readonly Totals[]> {
  const fetch = createPager(api, { page: ORDER_TOTALS, list: 'orders', pageSize: PAGE_SIZE })
  const guard = createPageGuard('orders')
  for (let after: string | null = null, isMore = true; isMore; ) {
    const name = `Page ${guard.number + 1} of orders`
    const { nodes, pageInfo }: ListPage = await fetch({ ...query, after }, name)
    isMore = pageInfo.hasNextPage
    after = pageInfo.endCursor
    guard.enter(isMore ? (after ?? '') : 'the end')
    yield nodes.map((node) => readEnvelope(node, Totals, name)).filter(({ test }) => !test)
  }
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
const refundedAmounts = async ({ tools }: ShopifySession, order: Totals): Promise<readonly number[]> => {
  const ids = order.refunds.map(({ id }) => id)
  const { byId } = await askRefunds(tools.api, ids.length > 1 ? ids : [])
  const amounts = refundTotals(order, [...byId.values()])
  const earlier = ids.slice(0, -1).map((id) => amounts.get(id) ?? 0)
  const taken = order.totalPriceSet.minor - order.currentTotalPriceSet.minor
  return [...earlier, taken - sumBy(earlier, (amount) => amount)]
}

const platformRefunds = async (session: ShopifySession, order: Totals, span: Span): Promise<PlatformOrder[]> => {
  const dates = order.refunds.map(({ createdAt, updatedAt }) => createdAt ?? updatedAt)
  if (!dates.some((ordered) => isWithin(span, ordered))) return []
  const amounts = await refundedAmounts(session, order)
  const totals = order.refunds.map(({ id }, index) => ({
    sourceId: refundSourceId(id),
    orderNumber: `${order.name}-R${index + 1}`,
    ordered: dates[index] ?? 0,
    currency: order.totalPriceSet.currency,
    total: negative(amounts[index] ?? 0),
  }))
  return totals.filter(({ ordered }) => isWithin(span, ordered))
}

const Refunded = z.object({ nodes: z.array(z.object({ order: z.unknown() }).nullable()) })

/** The orders of refunds; those of refunds that Shopify does not have are absent. */
const ordersOfRefunds = async (api: AdminApi, ids: readonly string[]): Promise<readonly Totals[]> => {
  const orders = new Map<string, Totals>()
  for (let start = 0; start < ids.length; start += REFUNDS_AT_ONCE) {
    const some = ids.slice(start, start + REFUNDS_AT_ONCE).map((id) => `gid://shopify/Refund/${id}`)
    const { nodes } = await api.ask(REFUNDED_ORDERS, { ids: some }, Refunded, 'The orders of refunds')
    for (const node of nodes) {
      if (node === null) continue
      const order = readEnvelope(node.order, Totals, 'The order of a refund')
      if (!order.test) orders.set(order.id, order)
    }
  }
  return [...orders.values()]
}

/**
 * Orders placed in the span and refunds made in it, with Shopify's totals. No filter of Shopify finds items that were removed from an
 * older order before payment: refunds in `stored`, source IDs of the span, that no list has are looked up.
 */
export async function* platformOrders(
  session: ShopifySession,
  span: Span,
  stored: readonly string[],
): AsyncGenerator<readonly PlatformOrder[]> {
  const { api } = session.tools
  const listed = new Set<string>()
  const refundsOf = async (orders: readonly Totals[]): Promise<PlatformOrder[]> => {
    const refunds: PlatformOrder[] = []
    for (const order of orders) refunds.push(...(await platformRefunds(session, order, span)))
    for (const { sourceId } of refunds) listed.add(sourceId)
    return refunds
  }
  for await (const orders of pages(api, placedIn(span))) yield [...orders.map(orderTotal), ...(await refundsOf(orders))]
  for await (const orders of pages(api, returnedSince(span))) yield await refundsOf(orders)
  const unlisted = stored.flatMap((id) => {
    const refund = listed.has(id) ? null : refundIdIn(id)
    return refund === null ? [] : [refund]
  })
  yield await refundsOf(await ordersOfRefunds(api, unlisted))
}
