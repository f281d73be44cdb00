import type { PlatformOrder, Span } from '../kit/connector.ts'
import { BadPage } from '../kit/platform-problems.ts'
import { stampOf } from './fields.ts'
import { ORDERS, orderDetails } from './order-details.ts'
import { orderRows } from './order-rows.ts'
import type { OrderSummary } from './order-schema.ts'
import { type OrdersSource, readSummaries } from './orders-stream.ts'
import { isTakenBack, takenBack } from './taken-back.ts'
import { readWhole } from './whole-stream.ts'

const isWithin = (ordered: number, { from, until }: Span): boolean => ordered >= from && ordered < until

const platformOrder = ({
  source_id,
  order_number,
  ordered,
  currency,
  total,
}: ReturnType<typeof orderRows>['order']): PlatformOrder => ({
  sourceId: source_id,
  orderNumber: order_number,
  ordered: Number(ordered),
  currency,
  total,
})

/** The list has the total before the tip, so what was paid is asked for order by order. */
const paidFor = async (
  source: OrdersSource,
  summaries: readonly OrderSummary[],
  span: Span,
): Promise<readonly PlatformOrder[]> => {
  const { orders, setAside } = await orderDetails(source.client, summaries)
  const [problem] = setAside
  if (problem) throw new BadPage(`Order ${problem.sourceId}: ${problem.reason}`)
  const products = { of: () => undefined }
  return orders
    .flatMap((order) => {
      const placed = orderRows(order, { currency: source.currency, products, previousId: null })
      return isTakenBack(order, placed) ? [placed.order, takenBack(order, placed).order] : [placed.order]
    })
    .filter(({ ordered }) => isWithin(Number(ordered), span))
    .map(platformOrder)
}

/** Orders of a span by when they were completed; those that are not completed yet by when they were submitted. */
export async function* platformOrders(source: OrdersSource, span: Span): AsyncIterable<readonly PlatformOrder[]> {
  const from = stampOf(span.from)
  // Whether the end is included is not documented: what lies beyond is left out here.
  const until = stampOf(span.until)
  for (const name of ['Completed', 'Submitted'] as const) {
    const parameters = { [`Date${name}From`]: from, [`Date${name}To`]: until }
    for await (const { records } of readWhole(source.client, ORDERS, parameters)) {
      const { records: listed, setAside } = readSummaries(records)
      const [problem] = setAside
      if (problem) throw new BadPage(`Order ${problem.sourceId ?? '?'}: ${problem.reason}`)
      const wanted = listed.filter(
        (summary) => summary.isCompleted === (name === 'Completed') && isWithin(summary.ordered, span),
      )
      if (wanted.length > 0) yield await paidFor(source, wanted, span)
    }
  }
}
