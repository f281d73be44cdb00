import { z } from 'zod'
import { isWithin, type PlatformOrder, type Span } from '../kit/connector.ts'
import type { BigCommerceApi } from './bigcommerce-api.ts'
import { paidTotal } from './order-money.ts'
import { createdIn, fetchRefunds, findOrder, isNoOrder, wholeOrdersAfter } from './order-reads.ts'
import { refundNumber, refundSourceId } from './order-rows.ts'
import { BcOrder, type BcRefund } from './order-schema.ts'
import { pagesById } from './pages.ts'
import { isPaidOut, refundedTotal } from './refund-money.ts'

/** What the totals need; a line that can't be read changes none. */
const Totals = z.preprocess(
  (record) => (typeof record === 'object' && record !== null ? { ...record, line_items: [] } : record),
  BcOrder,
)

const readOrders = (record: unknown): BcOrder[] => {
  const { data } = Totals.safeParse(record)
  return data && !isNoOrder(data) ? [data] : []
}

const refundTotal = (order: BcOrder, refund: BcRefund): PlatformOrder => ({
  sourceId: refundSourceId(order.id, refund.id),
  orderNumber: refundNumber(order.id, refund.id),
  ordered: refund.created,
  currency: order.default_currency_code,
  total: 0 - refundedTotal(refund, order.default_currency_code),
})

/** Orders made in the span and refunds made in it, with BigCommerce's totals. */
export async function* platformOrders(api: BigCommerceApi, span: Span): AsyncIterable<readonly PlatformOrder[]> {
  const orders = new Map<string, BcOrder>()
  for await (const { records } of pagesById('orders', wholeOrdersAfter(api, createdIn(span)), 0)) {
    const totals = records.flatMap(readOrders).filter(({ date_created }) => isWithin(span, date_created))
    for (const order of totals) orders.set(order.id, order)
    yield totals.map((order) => ({
      sourceId: order.id,
      orderNumber: order.id,
      ordered: order.date_created,
      currency: order.default_currency_code,
      total: paidTotal(order),
    }))
  }
  const range = { 'created:min': new Date(span.from).toISOString(), 'created:max': new Date(span.until).toISOString() }
  const { byOrder } = await fetchRefunds(api, range)
  for (const [id, refunds] of byOrder) {
    const [order] = orders.has(id) ? [orders.get(id)] : readOrders(await findOrder(api, id))
    const inSpan = refunds.filter((refund) => isPaidOut(refund) && isWithin(span, refund.created))
    if (order && inSpan.length > 0) yield inSpan.map((refund) => refundTotal(order, refund))
  }
}
