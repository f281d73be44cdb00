import { DAY_MS } from '#domain/clock.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import { createPageGuard, type PageGuard } from '../kit/page-guard.ts'
import { businessDayText, instantText } from './fields.ts'
import { readGuid } from './order-schema.ts'
import { BUDGETS, type ToastApi } from './toast-api.ts'

/** Orders that Toast lists at once. */
const PAGE_SIZE = 100
/** Toast lists changes of no more than a month at once. */
const LONGEST_MS = 30 * DAY_MS
const FIRST_MS = 2 * DAY_MS
/** A span with fewer orders is followed by one of twice its length. */
const FEW = PAGE_SIZE / 4
/** Spans that end later are no history, of which Toast wants lists some seconds apart. */
const RECENT_MS = 3_600_000

interface OrderList {
  readonly api: ToastApi
  /** GUID of the location */
  readonly location: string
}

export const ORDERS = { scope: 'orders:read', name: 'orders' } as const

const listOrders = (
  { api, location }: OrderList,
  query: Readonly<Record<string, string | number>>,
  budgets: readonly string[],
): Promise<readonly unknown[]> =>
  api.list({ ...ORDERS, location, path: 'orders/v2/ordersBulk', query: { ...query, pageSize: PAGE_SIZE }, budgets })

/** Orders of one business day. `guard`: the same for all days of a read. */
export const ordersOfDay = async (
  list: OrderList,
  day: LocalDay,
  guard: PageGuard = createPageGuard('orders'),
): Promise<readonly unknown[]> => {
  const orders: unknown[] = []
  for (let page = 1; ; page += 1) {
    const query = { businessDate: businessDayText(day), page }
    const listed = await listOrders(list, query, [BUDGETS.orders.name])
    if (listed.length > 0) guard.enter(listed.map(readGuid).join())
    orders.push(...listed)
    if (listed.length < PAGE_SIZE) return orders
  }
}

export interface ChangedOrders {
  readonly orders: readonly unknown[]
  /** they changed before, epoch milliseconds */
  readonly until: number
}

const spanOf = (from: number, until: number) => ({ startDate: instantText(from), endDate: instantText(until) })

/**
 * Orders that changed in a span, in parts. A change moves an order out of the list that is being read, so that pages would shift: a span
 * whose orders don't fit on one page is halved instead.
 */
export async function* changedOrders(
  list: OrderList,
  { from, until, now }: { from: number; until: number; now: number },
): AsyncGenerator<ChangedOrders> {
  let length = FIRST_MS
  for (let at = from; at < until; ) {
    const end = Math.min(at + length, until)
    const budgets = [BUDGETS.orders.name, ...(end < now - RECENT_MS ? [BUDGETS.past.name] : [])]
    const orders = await listOrders(list, { ...spanOf(at, end), page: 1 }, budgets)
    if (orders.length >= PAGE_SIZE && end - at > 1) {
      length = Math.ceil((end - at) / 2)
      continue
    }
    yield { orders: orders.length < PAGE_SIZE ? orders : await wholeInstant(list, at, end), until: end }
    at = end
    if (orders.length < FEW) length = Math.min(length * 2, LONGEST_MS)
  }
}

/** Orders that all changed in one millisecond, such as by a bulk change of the restaurant. */
const wholeInstant = async (list: OrderList, from: number, until: number): Promise<readonly unknown[]> => {
  const guard = createPageGuard('orders')
  const orders: unknown[] = []
  for (let page = 1; ; page += 1) {
    const listed = await listOrders(list, { ...spanOf(from, until), page }, [BUDGETS.orders.name])
    guard.enter(`${page}/${listed.map(readGuid).join()}`)
    orders.push(...listed)
    if (listed.length < PAGE_SIZE) return orders
  }
}

/** Orders by GUID; those that the location doesn't have are absent. */
export const findOrders = async ({ api, location }: OrderList, guids: Iterable<string>): Promise<unknown[]> => {
  const found: unknown[] = []
  for (const guid of guids) {
    const order = await api.find({ ...ORDERS, location, path: `orders/v2/orders/${encodeURIComponent(guid)}` })
    if (order !== null) found.push(order)
  }
  return found
}
