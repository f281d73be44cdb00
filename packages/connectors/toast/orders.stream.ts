import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { addDays, isLocalDay, type LocalDay } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import type { CanonicalRow, ListedRecord, Removal, Span, StreamState, SyncPage, SyncStream } from '../kit/connector.ts'
import { notAllowedPage } from '../kit/not-allowed.ts'
import { createPageGuard } from '../kit/page-guard.ts'
import { readRecords } from '../kit/read-records.ts'
import { removedOf, toRemovals } from '../kit/removals.ts'
import type { Location, Names } from './location.ts'
import { changedOrders, findOrders, ordersOfDay } from './order-lists.ts'
import { countedAt, type OrderReferences, orderRows } from './order-rows.ts'
import { isOrder, readGuid, ToastOrder } from './order-schema.ts'
import { isRefundId, listRefundIds } from './refunds.ts'
import { NotAllowed, type ToastApi } from './toast-api.ts'

/** Registers that were offline deliver their orders late, and clocks differ. */
const OVERLAP_MS = DAY_MS
/** How far the platform's clock may be ahead. */
const AHEAD_MS = DAY_MS
/** Before Toast keeps no orders: https://doc.toasttab.com/openapi/orders/operation/ordersBulkGet */
const FIRST_DAY: LocalDay = '2015-12-01'
/** Business days are short pages, so that several are loaded together. */
const ORDERS_AT_ONCE = 100
const DAYS_AT_ONCE = 31

const Day = z.string().refine(isLocalDay)

/** How far the orders of a location were read, by its GUID. */
const State = z.record(
  z.string(),
  z.union([
    /** the history is being read: its next day, and when the read began */
    z.object({ day: Day.nullable(), began: z.number() }),
    /** changes were read up to here, epoch milliseconds */
    z.object({ since: z.number() }),
  ]),
)
type State = z.infer<typeof State>

export interface OrderSource {
  readonly api: ToastApi
  readonly locations: readonly Location[]
  readonly countsGuests: boolean
  readonly now: () => number
}

const NO_NAMES: Names = { diningOptions: new Map(), revenueCenters: new Map(), salesCategories: new Map() }

/** What a call gives; `otherwise` without its scope. */
const ifAllowed = async <T>(ask: Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await ask
  } catch (error) {
    if (error instanceof NotAllowed) return otherwise
    throw error
  }
}

const referencesOf = async (location: Location, countsGuests: boolean): Promise<OrderReferences> => {
  const employees = (await ifAllowed(location.employees(), null))?.rows ?? []
  return {
    ...(await location.locale()),
    names: await ifAllowed(location.names(), NO_NAMES),
    employees: new Map(
      employees.flatMap(({ table, row }) => (table === 'team_members' ? [[row.source_id, row.name]] : [])),
    ),
    byGuid: (await ifAllowed(location.menu(), null))?.byGuid ?? new Map(),
    countsGuests,
  }
}

type OrderPage = Omit<SyncPage, 'next'>

/** Rows that an order has at some time: its own, those of refunds, and of a party at a table. */
const possibleIds = (order: ToastOrder): Readonly<Record<'orders' | 'reservations', readonly string[]>> => ({
  orders: [order.guid, ...listRefundIds(order)],
  reservations: order.table === null ? [] : [order.guid],
})

/** What is deleted, voided, or not counted any more is removed, and so are orders of no guest. */
const goneOf = (orders: readonly ToastOrder[], rows: readonly CanonicalRow[]): Removal[] => {
  const possible = orders.map(possibleIds)
  return (['orders', 'reservations'] as const).flatMap((table) => {
    const present = new Set(rows.flatMap((entry) => (entry.table === table ? [entry.row.source_id] : [])))
    return removedOf(
      table,
      possible.flatMap((ids) => ids[table]),
      present,
    )
  })
}

const convertPage = (records: readonly unknown[], about: OrderReferences): OrderPage => {
  const {
    records: orders,
    rows,
    quarantined,
  } = readRecords(records, {
    schema: ToastOrder,
    idOf: readGuid,
    rows: (order) => orderRows(order, about),
  })
  return { read: records.length, rows, removed: goneOf(orders, rows), quarantined, total: null }
}

async function* historyPages(
  { api, now }: OrderSource,
  location: Location,
  { day, began }: { day: LocalDay | null; began: number },
): AsyncGenerator<{ orders: readonly unknown[]; next: State[string] }> {
  const { timeZone } = await location.locale()
  // Registers whose clock is ahead are a day ahead at most.
  const last = addDays(localDayOf(Math.max(began, now()), timeZone), 1)
  const guard = createPageGuard('orders')
  let orders: unknown[] = []
  let days = 0
  for (let at = day ?? (await location.facts()).firstDay ?? FIRST_DAY; at <= last; at = addDays(at, 1)) {
    orders.push(...(await ordersOfDay({ api, location: location.guid }, at, guard)))
    days += 1
    if (at < last && orders.length < ORDERS_AT_ONCE && days < DAYS_AT_ONCE) continue
    yield { orders, next: at === last ? { since: began } : { day: addDays(at, 1), began } }
    orders = []
    days = 0
  }
}

/** All orders of a location by business day, or those that changed since a read. */
async function* locationPages(
  source: OrderSource,
  location: Location,
  from: State[string] | undefined,
): AsyncGenerator<{ orders: readonly unknown[]; next: State[string] }> {
  const { api, now } = source
  let at = from ?? { day: null, began: now() }
  if (!('since' in at)) {
    for await (const page of historyPages(source, location, at)) {
      at = page.next
      yield page
    }
  }
  if (!('since' in at)) return
  const span = { from: Math.max(at.since - OVERLAP_MS, 0), until: now() + AHEAD_MS, now: now() }
  for await (const { orders, until } of changedOrders({ api, location: location.guid }, span)) {
    yield { orders, next: { since: Math.max(Math.min(until, now()), at.since) } }
  }
}

async function* readOrders(source: OrderSource, state: StreamState | null): AsyncGenerator<SyncPage> {
  let next: State = State.safeParse(state ?? {}).data ?? {}
  for (const location of source.locations) {
    try {
      const about = await referencesOf(location, source.countsGuests)
      for await (const page of locationPages(source, location, next[location.guid])) {
        next = { ...next, [location.guid]: page.next }
        yield { ...convertPage(page.orders, about), next }
      }
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error
      yield notAllowedPage(`${error.message}.`, next)
    }
  }
}

const Listed = ToastOrder.pick({
  guid: true,
  openedDate: true,
  businessDate: true,
  modifiedDate: true,
  deleted: true,
  createdInTestMode: true,
  excessFood: true,
})

const listed = (record: unknown, timeZone: string): ListedRecord[] => {
  const { data } = Listed.safeParse(record)
  if (data && !isOrder(data)) return []
  if (data) return [{ sourceId: data.guid, ordered: countedAt(data, timeZone), updated: data.modifiedDate }]
  const guid = readGuid(record)
  return guid === null ? [] : [{ sourceId: guid, ordered: null, updated: null }]
}

/** Business days that a span touches in any time zone. */
export const listLocalDays = ({ from, until }: Span, timeZone: string): LocalDay[] => {
  const days: LocalDay[] = []
  const last = addDays(localDayOf(until, timeZone), 1)
  for (let day = addDays(localDayOf(from, timeZone), -1); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

async function* listAll({ api, locations, now }: OrderSource, span: Span | null) {
  for (const location of locations) {
    const { timeZone } = await location.locale()
    const first = Date.parse(`${(await location.facts()).firstDay ?? FIRST_DAY}T00:00:00Z`)
    for (const day of listLocalDays(span ?? { from: first, until: now() }, timeZone)) {
      const records = await ordersOfDay({ api, location: location.guid }, day)
      yield records.flatMap((record) => listed(record, timeZone))
    }
  }
}

/** Orders by ID, in the location that has them. */
const fetchOrders = async (source: OrderSource, ids: readonly string[]): Promise<OrderPage> => {
  const missing = new Set(ids)
  const pages: OrderPage[] = []
  for (const location of source.locations) {
    const records = await findOrders({ api: source.api, location: location.guid }, missing)
    for (const record of records) missing.delete(readGuid(record) ?? '')
    pages.push(convertPage(records, await referencesOf(location, source.countsGuests)))
  }
  return {
    read: ids.length - missing.size,
    rows: pages.flatMap(({ rows }) => rows),
    removed: [
      ...pages.flatMap(({ removed }) => removed),
      ...toRemovals('orders', [...missing]),
      ...toRemovals('reservations', [...missing]),
    ],
    quarantined: pages.flatMap(({ quarantined }) => quarantined),
    total: null,
  }
}

/**
 * Orders with their lines, refunds, guests, and parties. The history is read by business day: Toast wants lists of old changes, which are
 * the other way, to be some seconds apart.
 */
export const ordersStream = (source: OrderSource): SyncStream => ({
  name: 'orders',
  title: 'Orders',
  tables: ['customers', 'orders', 'order_lines', ...(source.countsGuests ? (['reservations'] as const) : [])],
  reads: 'changes',
  removals: 'reported',
  read: (state) => readOrders(source, state),
  async fetch(ids, state) {
    return { ...(await fetchOrders(source, ids)), next: { ...state } }
  },
  listing: { table: 'orders', isListed: (id) => !isRefundId(id), list: (span) => listAll(source, span) },
})
