import type { PlatformOrder, Span } from '../kit/connector.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { readRecords } from '../kit/read-records.ts'
import { type Commerce7Api, type ListSpec, utcDay } from './commerce7-api.ts'
import { type AccountingSettings, orderedAt, paidTotal } from './order-rows.ts'
import { Order } from './order-schema.ts'

const DAY_MS = 86_400_000

/** Orders submitted within a span. The API filters by days of an undocumented time zone, so the request covers more than the span. */
export async function* ordersOfSpan(
  api: Commerce7Api,
  list: ListSpec,
  books: () => Promise<AccountingSettings>,
  { from, until }: Span,
): AsyncIterable<readonly PlatformOrder[]> {
  const { currency } = await books()
  const submitted = `btw:${utcDay(from - DAY_MS)}|${utcDay(until + DAY_MS)}`
  for await (const page of api.byCursor(list, { orderSubmittedDate: submitted }, null)) {
    const { records, quarantined } = readRecords(page.records, { schema: Order, rows: () => [] })
    const [unread] = quarantined
    // A sum without one of the orders would show false differences.
    if (unread)
      throw new MalformedResponse(`Order ${unread.sourceId ?? 'without an id'} cannot be added up: ${unread.reason}`)
    yield records
      .filter((order) => orderedAt(order) >= from && orderedAt(order) < until)
      .map((order) => ({
        sourceId: order.id,
        orderNumber: order.orderNumber,
        ordered: orderedAt(order),
        currency,
        total: paidTotal(order),
      }))
  }
}
