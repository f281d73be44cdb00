import type { PlatformOrder, Span } from '../kit/connector.ts'
import { sumBy } from '../kit/order-amounts.ts'
import { countedAt } from './codes.ts'
import type { SellerDirectory } from './directory.ts'
import { RETURN, turned } from './order-lines.ts'
import { orderNumberOf, partOrder } from './order-parts.ts'
import { SquareOrder } from './order-schema.ts'
import { locationBatches, ordersAround, SearchAnswer } from './search-orders.ts'

/** Sales and returns separately, as we store them, with Square's totals. */
const platformOrders = (order: SquareOrder, currency: string): PlatformOrder[] => {
  const { sale, returns } = partOrder(order)
  const money = order.total_money ?? order.return_amounts?.total_money ?? order.refunds[0]?.amount_money
  const shared = {
    orderNumber: orderNumberOf(order),
    ordered: countedAt(order),
    currency: money?.currency ?? currency,
  }
  // The money that was paid back is apart from the amounts of the return, which rows are made of.
  const paidBack =
    sale === null && returns.length === 1 && order.refunds.length > 0
      ? sumBy(order.refunds, ({ amount_money }) => amount_money?.amount ?? 0)
      : null
  return [
    ...(sale === null ? [] : [{ ...shared, sourceId: order.id, total: sale.total }]),
    ...returns.map(({ id, parts }) => ({ ...shared, sourceId: id, total: turned(paidBack ?? parts.total, RETURN) })),
  ]
}

/** The readable part of a quarantined order, so that the comparison shows that we lack it. */
const BareOrder = SquareOrder.pick({ id: true, created_at: true, reference_id: true, total_money: true })

const readOrders = (value: unknown, currency: string): PlatformOrder[] => {
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

/** Orders that count in a span. */
export async function* readPlatformOrders(
  { api, locations }: SellerDirectory,
  currency: string,
  span: Span,
): AsyncIterable<PlatformOrder[]> {
  for (const locationIds of locationBatches(await locations())) {
    for await (const { orders } of api.pages(ordersAround(locationIds, span), SearchAnswer)) {
      yield orders
        .flatMap((order) => readOrders(order, currency))
        .filter(({ ordered }) => ordered >= span.from && ordered < span.until)
    }
  }
}
