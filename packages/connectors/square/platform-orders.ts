import type { PlatformOrder, Span } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import type { Directory } from './directory.ts'
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

/** Orders that were made in a span, by the time at which they were. */
export async function* readPlatformOrders(
  { api, locations }: Directory,
  currency: string,
  span: Span,
): AsyncIterable<PlatformOrder[]> {
  for (const locationIds of locationBatches(await locations())) {
    for await (const { orders } of api.pages(ordersMadeIn(locationIds, span), SearchAnswer)) {
      const { records } = readRecords(orders, { schema: SquareOrder, rows: () => [] })
      yield records.flatMap((order) => platformOrders(order, currency))
    }
  }
}
