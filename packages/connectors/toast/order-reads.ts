import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { isWithin, type PlatformOrder, type Span } from '../kit/connector.ts'
import { negative } from '../kit/order-amounts.ts'
import { allRecords, pagesByNumber, pagesByWindow } from '../kit/paging.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import { parseEach } from '../kit/read-records.ts'
import type { Location } from './location.ts'
import { computeRefunds, paidTotal } from './order-amounts.ts'
import { countedAt, formatOrderNumber, isOrder, type Locale, readGuid, ToastId, ToastOrder } from './order-schema.ts'
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

const listAllOrders = (
  location: Location,
  query: ToastRequest['query'],
  ids = new Set<string>(),
): Promise<unknown[]> => {
  const fetch = async (page: number) => ({ records: await listOrders(location, { ...query, page }), total: null })
  return allRecords(pagesByNumber({ name: 'orders', pageSize: PAGE_SIZE, idOf: readGuid, ids, fetch }))
}

const dayText = (day: LocalDay): string => day.replaceAll('-', '')

/** Orders by business day, of which each has one. */
export async function* ordersByDay(location: Location, from: LocalDay, last: LocalDay) {
  const ids = new Set<string>()
  for (let day = from; day <= last; day = addDays(day, 1)) {
    const records = await listAllOrders(location, { businessDate: dayText(day) }, ids)
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

class TooManyOrders extends MalformedResponse {}

/**
 * Orders that changed in a span, in parts. A change moves an order out of the list that is being read, so that pages would shift: a span
 * whose orders don't fit on one page is halved instead.
 */
export const changedOrders = (location: Location, span: Span, now: number) =>
  pagesByWindow({
    ...span,
    firstMs: FIRST_MS,
    longestMs: LONGEST_MS,
    few: FEW,
    async *read(window) {
      const query = changedIn(window)
      const isPast = window.until < now - RECENT_MS
      const first = await listOrders(location, { ...query, page: 1 }, isPast ? [BUDGETS.past.name] : [])
      const isFull = first.length >= PAGE_SIZE
      if (isFull && window.until - window.from > 1) throw new TooManyOrders('Too many orders changed at once')
      // In one millisecond, as many orders change by a bulk change of the restaurant.
      yield { records: isFull ? await listAllOrders(location, query) : first, isLast: true }
    },
    isTooLong: (error) => error instanceof TooManyOrders,
  })

/** Orders by GUID; those that the location doesn't have are absent. */
export const findOrders = async ({ api, guid }: Location, orderIds: Iterable<string>): Promise<unknown[]> => {
  const find = (id: string) =>
    api.find({ ...ORDERS, location: guid, path: `orders/v2/orders/${encodeURIComponent(id)}` })
  return (await Array.fromAsync(orderIds, find)).filter((order) => order !== null)
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
  const refunds = computeRefunds(order, locale)
  return [sale, ...refunds.map(({ amounts, ...facts }) => ({ ...facts, currency, total: negative(amounts.total) }))]
}

const Payment = z.object({ orderGuid: ToastId })

/** GUIDs of orders of which something was given back on a business day. */
const refundedOrders = async ({ api, guid }: Location, day: LocalDay): Promise<string[]> => {
  const request = { ...ORDERS, location: guid, name: 'payments', path: 'orders/v2/payments' }
  const ids = parseEach(await api.list({ ...request, query: { refundBusinessDate: dayText(day) } }), z.string())
  const find = (id: string) => api.find({ ...request, path: `${request.path}/${encodeURIComponent(id)}` })
  return parseEach(await Array.fromAsync(ids, find), Payment).map(({ orderGuid }) => orderGuid)
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
