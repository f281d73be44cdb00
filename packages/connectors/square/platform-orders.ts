import type { PlatformOrder, Span } from '../kit/connector.ts'
import type { SellerDirectory } from './directory.ts'
import { RETURN, turned } from './order-lines.ts'
import { orderNumberOf, partOrder } from './order-parts.ts'
import { SquareOrder } from './order-schema.ts'
import { locationBatches, ordersMadeIn, SearchAnswer } from './search-orders.ts'

/** Sales and returns apart, as they are with us, in the totals of Square. */
const platformOrders = (order: SquareOrder, currency: string): PlatformOrder[] => {
  const { sale, returns } = partOrder(order)
  const money = order.total_money ?? order.return_amounts?.total_money ?? order.refunds[0]?.amount_money
  const shared = {
    orderNumber: orderNumberOf(order),
    ordered: order.created_at,
    currency: money?.currency ?? currency,
  }
  return [
    ...(sale === null ? [] : [{ ...shared, sourceId: order.id, total: sale.total }]),
    ...returns.map(({ id, parts }) => ({ ...shared, sourceId: id, total: turned(parts.total, RETURN) })),
  ]
}

/** What is left of an order whose record cannot be used, so that the comparison shows that it is missing with us. */
const BareOrder = SquareOrder.pick({ id: true, created_at: true, reference_id: true, total_money: true })

const totalsOf = (value: unknown, currency: string): PlatformOrder[] => {
  const order = SquareOrder.safeParse(value).data
  if (order !== undefined) return platformOrders(order, currency)
  const bare = BareOrder.safeParse(value).data
  if (bare === undefined) return []
  return [
    {
      sourceId: bare.id,
      orderNumber: orderNumberOf(bare),
      ordered: bare.created_at,
      currency: bare.total_money?.currency ?? currency,
      total: bare.total_money?.amount ?? 0,
    },
  ]
}

/** Orders that were made in a span, by the time at which they were. */
export async function* readPlatformOrders(
  { api, locations }: SellerDirectory,
  currency: string,
  span: Span,
): AsyncIterable<PlatformOrder[]> {
  for (const locationIds of locationBatches(await locations())) {
    for await (const { orders } of api.pages(ordersMadeIn(locationIds, span), SearchAnswer)) {
      yield orders.flatMap((order) => totalsOf(order, currency))
    }
  }
}
