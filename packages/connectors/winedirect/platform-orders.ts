import { isWithin, type PlatformOrder, type Span } from '../kit/connector.ts'
import { negative } from '../kit/order-amounts.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { isRefunded } from './codes.ts'
import { formatTimestamp, parseMinorField } from './fields.ts'
import { ORDERS, orderDetails } from './order-details.ts'
import { paidTotal } from './order-money.ts'
import { type OrderRow, orderRows } from './order-rows.ts'
import type { OrderSummary, WineDirectOrder } from './order-schema.ts'
import { type OrdersSource, readSummaries } from './orders-stream.ts'
import { isReturned, returnOrder } from './return-order.ts'
import type { SoapParameters } from './soap/envelope.ts'
import { readWhole } from './whole-stream.ts'

/** What the list of orders says was paid, apart from the details that rows are made of; those of a list without totals. */
const listedTotal = ({ summary, detail }: WineDirectOrder, { currency, is_refund, total }: OrderRow): number => {
  const { OrderTotal, TotalAfterTip } = summary
  if (OrderTotal === null && TotalAfterTip === null) return total
  const listed =
    TotalAfterTip === null
      ? parseMinorField(OrderTotal ?? '0', currency, 'OrderTotal') + parseMinorField(detail.Tip ?? '0', currency, 'Tip')
      : parseMinorField(TotalAfterTip, currency, 'TotalAfterTip')
  const paid = paidTotal(detail, currency, listed)
  return is_refund ? negative(Math.abs(paid)) : paid
}

const platformOrder = ({ source_id, order_number, ordered, currency, total }: OrderRow): PlatformOrder => ({
  sourceId: source_id,
  orderNumber: order_number,
  ordered: Number(ordered),
  currency,
  total,
})

/** The list has totals before the tip, so the paid amount is fetched order by order. */
async function* ordersOf(
  source: OrdersSource,
  parameters: SoapParameters,
  isWanted: (summary: OrderSummary) => boolean,
): AsyncIterable<readonly WineDirectOrder[]> {
  for await (const { records } of readWhole(source.client, ORDERS, parameters)) {
    const listed = readSummaries(records)
    const { orders, quarantined } = await orderDetails(source.client, listed.records.filter(isWanted))
    const [problem] = [...listed.quarantined, ...quarantined]
    if (problem) throw new MalformedResponse(`Order ${problem.sourceId ?? 'without an id'}: ${problem.reason}`)
    if (orders.length > 0) yield orders
  }
}

const placed = (source: OrdersSource, order: WineDirectOrder) =>
  orderRows(order, { currency: source.currency, products: { of: () => undefined }, previousId: null })

/** Refunds without a separate order: they belong to orders of any day that were changed since. */
const refundsWithin = async (source: OrdersSource, span: Span): Promise<readonly PlatformOrder[]> => {
  const parameters = { PaymentStatus: 'Refunded', DateModifiedFrom: formatTimestamp(span.from) }
  const changed = (
    await Array.fromAsync(ordersOf(source, parameters, ({ PaymentStatus }) => isRefunded(PaymentStatus)))
  ).flat()
  const refundedOrders = new Set(changed.map(({ detail }) => detail.PreviousOrderNumber))
  return changed
    .filter((order) => !refundedOrders.has(order.summary.OrderNumber) && isReturned(order, placed(source, order)))
    .map((order) => returnOrder(order, placed(source, order)).order)
    .filter(({ ordered }) => isWithin(span, Number(ordered)))
    .map(platformOrder)
}

/** Orders of a span by their completion date, or by their submission date if they are not completed. */
export async function* platformOrders(source: OrdersSource, span: Span): AsyncIterable<readonly PlatformOrder[]> {
  // Whether the end is inclusive is not documented, so later orders are removed here.
  const [from, until] = [formatTimestamp(span.from), formatTimestamp(span.until)]
  for (const name of ['Completed', 'Submitted'] as const) {
    const isWanted = (summary: OrderSummary): boolean =>
      summary.isCompleted === (name === 'Completed') && isWithin(span, summary.ordered)
    const parameters = { [`Date${name}From`]: from, [`Date${name}To`]: until }
    for await (const orders of ordersOf(source, parameters, isWanted)) {
      yield orders.map((order) => {
        const row = placed(source, order).order
        return { ...platformOrder(row), total: listedTotal(order, row) }
      })
    }
  }
  const refunds = await refundsWithin(source, span)
  if (refunds.length > 0) yield refunds
}
