import { z } from 'zod'
import type { PlatformOrder, Span } from '../kit/connector.ts'
import { negative, sumBy } from '../kit/order-amounts.ts'
import { isPayment } from './codes.ts'
import { businessDayText, onBusinessDay, ToastId, toMinorUnits } from './fields.ts'
import type { Location } from './location.ts'
import { orderAmounts, orderTotal } from './order-amounts.ts'
import { findOrders, ORDERS, ordersOfDay } from './order-lists.ts'
import { countedAt, formatOrderNumber } from './order-rows.ts'
import { isOrder, liveChecks, ToastOrder } from './order-schema.ts'
import { listLocalDays, type OrderSource } from './orders.stream.ts'
import { computeRefundAmounts, refundNumber } from './refunds.ts'
import type { ToastApi } from './toast-api.ts'

interface Locale {
  readonly timeZone: string
  readonly currency: string
}

/** What was paid of checks that are paid for, by their payments: rows have the totals of checks. Other ones have no payment to compare. */
const paidTotal = (order: ToastOrder, currency: string): number =>
  sumBy(liveChecks(order), (check) =>
    (check.paymentStatus === 'CLOSED' || check.paymentStatus === 'PAID') && check.payments.some(isPayment)
      ? sumBy(
          check.payments.filter(isPayment),
          ({ amount, tipAmount }) => toMinorUnits(amount, currency) + toMinorUnits(tipAmount, currency),
        )
      : orderTotal({ checks: [check], voided: false }, currency),
  )

/** An order and its refunds, with Toast's totals. */
const readOrders = (record: unknown, { timeZone, currency }: Locale): PlatformOrder[] => {
  const { data: order } = ToastOrder.safeParse(record)
  if (!order || !isOrder(order)) return []
  const orderNumber = formatOrderNumber(order)
  const sale = {
    sourceId: order.guid,
    orderNumber,
    currency,
    ordered: countedAt(order, timeZone),
    total: paidTotal(order, currency),
  }
  const refunds = computeRefundAmounts(order, orderAmounts(order, currency), currency)
  return [
    sale,
    ...refunds.map(({ id, total, refunded, businessDay }, index) => ({
      sourceId: id,
      orderNumber: refundNumber(orderNumber, index),
      currency,
      ordered: onBusinessDay(refunded, businessDay, timeZone),
      total: negative(total),
    })),
  ]
}

const Payment = z.object({ orderGuid: ToastId })

/** GUIDs of orders of which something was given back on a business day. */
const refundedOrders = async (api: ToastApi, location: string, day: string): Promise<string[]> => {
  const request = { ...ORDERS, location, name: 'payments' }
  const query = { refundBusinessDate: day }
  const guids = await api.list({ ...request, path: 'orders/v2/payments', query })
  const orders: string[] = []
  for (const guid of guids) {
    if (typeof guid !== 'string') continue
    const payment = await api.find({ ...request, path: `orders/v2/payments/${encodeURIComponent(guid)}` })
    const { data } = Payment.safeParse(payment)
    if (data) orders.push(data.orderGuid)
  }
  return orders
}

async function* locationOrders(api: ToastApi, location: Location, span: Span): AsyncGenerator<PlatformOrder[]> {
  const locale = await location.locale()
  const inSpan = ({ ordered }: PlatformOrder): boolean => ordered >= span.from && ordered < span.until
  const list = { api, location: location.guid }
  const seen = new Set<string>()
  const refunded = new Set<string>()
  for (const day of listLocalDays(span, locale.timeZone)) {
    const totals = (await ordersOfDay(list, day)).flatMap((record) => readOrders(record, locale))
    for (const { sourceId } of totals) seen.add(sourceId)
    for (const guid of await refundedOrders(api, location.guid, businessDayText(day))) refunded.add(guid)
    yield totals.filter(inSpan)
  }
  const earlier = await findOrders(
    list,
    [...refunded].filter((guid) => !seen.has(guid)),
  )
  yield earlier.flatMap((record) => readOrders(record, locale)).filter(inSpan)
}

/** Orders that count in a span, and refunds in it of orders before. */
export async function* platformOrders({ api, locations }: OrderSource, span: Span): AsyncGenerator<PlatformOrder[]> {
  for (const location of locations) yield* locationOrders(api, location, span)
}
