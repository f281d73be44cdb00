import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { isWithin, type PlatformOrder, type Span } from '../kit/connector.ts'
import { negative } from '../kit/order-amounts.ts'
import { createPageGuard, type PageGuard } from '../kit/page-guard.ts'
import { parseEach } from '../kit/read-records.ts'
import type { Location } from './location.ts'
import { orderAmounts, paidTotal } from './order-amounts.ts'
import { countedAt, formatOrderNumber, isOrder, type Locale, readGuid, ToastId, ToastOrder } from './order-schema.ts'
import { computeRefunds } from './refunds.ts'
import { BUDGETS, type ToastRequest } from './toast-api.ts'

/** Orders that Toast lists at once. */
const PAGE_SIZE = 100
/** Toast lists changes of no more than a month at once. */
const LONGEST_MS = 30 * DAY_MS
const FIRST_MS = 2 * DAY_MS
/** A span with fewer orders is followed by one of twice its length. */
const FEW = PAGE_SIZE / 4
/** Spans that end later are no history, of which Toast wants lists some seconds apart. */
const RECENT_MS = 3_600_000

const ORDERS = { scope: 'orders:read', name: 'orders' } as const

/** A page of the orders of a location. */
export const listOrders = (
  { api, guid }: Location,
  query: ToastRequest['query'],
  budgets: readonly string[] = [],
): Promise<readonly unknown[]> =>
  api.list({
    ...ORDERS,
    location: guid,
    path: 'orders/v2/ordersBulk',
    query: { pageSize: PAGE_SIZE, ...query },
    budgets: [BUDGETS.orders.name, ...budgets],
  })

const listAllOrders = async (
  location: Location,
  query: ToastRequest['query'],
  guard: PageGuard,
): Promise<readonly unknown[]> => {
  const orders: unknown[] = []
  for (let page = 1; ; page += 1) {
    const listed = await listOrders(location, { ...query, page })
    if (listed.length > 0) guard.enter(listed.map(readGuid).join())
    orders.push(...listed)
    if (listed.length < PAGE_SIZE) return orders
  }
}

const dayText = (day: LocalDay): string => day.replaceAll('-', '')

/** Orders by business day. */
export async function* ordersByDay(location: Location, from: LocalDay, last: LocalDay) {
  const guard = createPageGuard('orders')
  for (let day = from; day <= last; day = addDays(day, 1)) {
    const records = await listAllOrders(location, { businessDate: dayText(day) }, guard)
    yield { day, records, total: null, next: day < last ? { day: addDays(day, 1) } : null }
  }
}

/** Orders of the business days that a span touches in any time zone. */
export async function* ordersAround(location: Location, { from, until }: Span) {
  const { timeZone } = await location.locale()
  yield* ordersByDay(location, addDays(localDayOf(from, timeZone), -1), addDays(localDayOf(until, timeZone), 1))
}

const instantText = (epochMs: number): string => new Date(epochMs).toISOString().replace('Z', '+0000')

/** The filter of orders that changed in a span. */
export const changedIn = ({ from, until }: Span) => ({ startDate: instantText(from), endDate: instantText(until) })

/**
 * Orders that changed in a span, in parts. A change moves an order out of the list that is being read, so that pages would shift: a span
 * whose orders don't fit on one page is halved instead.
 */
export async function* changedOrders(location: Location, { from, until }: Span, now: number) {
  let length = FIRST_MS
  for (let at = from; at < until; ) {
    const end = Math.min(at + length, until)
    const query = changedIn({ from: at, until: end })
    const isPast = end < now - RECENT_MS
    const first = await listOrders(location, { ...query, page: 1 }, isPast ? [BUDGETS.past.name] : [])
    const isFull = first.length >= PAGE_SIZE
    if (isFull && end - at > 1) {
      length = Math.ceil((end - at) / 2)
      continue
    }
    // In one millisecond, as many orders change by a bulk change of the restaurant.
    const records = isFull ? await listAllOrders(location, query, createPageGuard('orders')) : first
    yield { records, total: null, next: end < until ? { changedUntil: end } : null }
    at = end
    if (records.length < FEW) length = Math.min(length * 2, LONGEST_MS)
  }
}

/** Orders by GUID; those that the location doesn't have are absent. */
export const findOrders = async ({ api, guid }: Location, orderIds: Iterable<string>): Promise<unknown[]> => {
  const found: unknown[] = []
  for (const id of orderIds) {
    const order = await api.find({ ...ORDERS, location: guid, path: `orders/v2/orders/${encodeURIComponent(id)}` })
    if (order !== null) found.push(order)
  }
  return found
}

/** An order and its refunds, with Toast's totals. */
const toPlatformOrders = (order: ToastOrder, locale: Locale): PlatformOrder[] => {
  const { currency } = locale
  const sale = {
    sourceId: order.guid,
    orderNumber: formatOrderNumber(order),
    currency,
    ordered: countedAt(order, locale),
    total: paidTotal(order, currency),
  }
  const refunds = computeRefunds(order, orderAmounts(order, currency), locale)
  return [
    sale,
    ...refunds.map(({ id, number, refunded, total }) => ({
      sourceId: id,
      orderNumber: number,
      currency,
      ordered: refunded,
      total: negative(total),
    })),
  ]
}

const Payment = z.object({ orderGuid: ToastId })

/** GUIDs of orders of which something was given back on a business day. */
const refundedOrders = async ({ api, guid }: Location, day: LocalDay): Promise<string[]> => {
  const request = { ...ORDERS, location: guid, name: 'payments', path: 'orders/v2/payments' }
  const ids = parseEach(await api.list({ ...request, query: { refundBusinessDate: dayText(day) } }), z.string())
  const payments: unknown[] = []
  for (const id of ids) payments.push(await api.find({ ...request, path: `${request.path}/${encodeURIComponent(id)}` }))
  return parseEach(payments, Payment).map(({ orderGuid }) => orderGuid)
}

/** Orders of a location that count in a span, and refunds in it of orders before. */
export async function* platformOrders(location: Location, span: Span): AsyncGenerator<PlatformOrder[]> {
  const locale = await location.locale()
  const inSpan = (records: readonly unknown[]): PlatformOrder[] =>
    parseEach(records, ToastOrder)
      .filter(isOrder)
      .flatMap((order) => toPlatformOrders(order, locale))
      .filter(({ ordered }) => isWithin(span, ordered))
  const listed = new Set<string | null>()
  const refunded = new Set<string>()
  for await (const { day, records } of ordersAround(location, span)) {
    for (const record of records) listed.add(readGuid(record))
    for (const guid of await refundedOrders(location, day)) refunded.add(guid)
    yield inSpan(records)
  }
  const earlier = [...refunded].filter((guid) => !listed.has(guid))
  yield inSpan(await findOrders(location, earlier))
}
