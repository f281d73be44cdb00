import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { addDays, isLocalDay } from '#domain/ranges/local-day.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import type { CanonicalRow, Removal, SyncStream } from '../kit/connector.ts'
import { sumBy } from '../kit/order-amounts.ts'
import type { Page } from '../kit/paging.ts'
import { explainMissing, ifAllowed } from '../kit/platform-problems.ts'
import { sinceLastRead } from '../kit/progress.ts'
import { readRecords, toRemovals } from '../kit/read-records.ts'
import { productRow, utcRow } from '../kit/rows.ts'
import { type ConvertedRecords, declareStream, listedRecords, notAllowedPage } from '../kit/stream.ts'
import { type Location, type OrderReferences, ToastEmployee } from './location.ts'
import { isRefundId, listRefundIds } from './order-amounts.ts'
import { changedOrders, findOrders, ordersAround, ordersByDay } from './order-reads.ts'
import { orderRows } from './order-rows.ts'
import { countedAt, isOrder, ListedOrder, readGuid, ToastOrder } from './order-schema.ts'

export interface Restaurant {
  readonly locations: readonly Location[]
  readonly countsGuests: boolean
  readonly now: () => number
}

const joinConverted = (parts: readonly ConvertedRecords[]) => ({
  read: sumBy(parts, ({ read = 0 }) => read),
  rows: parts.flatMap(({ rows }) => rows),
  removed: parts.flatMap(({ removed = [] }) => removed),
  quarantined: parts.flatMap(({ quarantined }) => quarantined),
})

/** What all locations have. One that may not be read says so, and the others are still read. */
const convertEach = async (
  locations: readonly Location[],
  convert: (location: Location) => Promise<ConvertedRecords>,
): Promise<ConvertedRecords> =>
  joinConverted(await Array.fromAsync(locations, (location) => ifAllowed(convert(location), notAllowedPage)))

/** Products on the published menus of all locations; one that locations share is one product. */
const products = ({ locations }: Restaurant) =>
  declareStream({
    name: 'products',
    convert() {
      const seen = new Set<string>()
      return convertEach(locations, async (location) => {
        const { byGuid, read, quarantined } = await location.menu()
        const { currency } = await location.locale()
        const rows: CanonicalRow[] = []
        for (const product of byGuid.values()) {
          if (!seen.has(product.id)) rows.push(productRow(product, currency))
          seen.add(product.id)
        }
        return { read, rows, quarantined }
      })
    },
  })

const team = ({ locations }: Restaurant) =>
  declareStream({
    name: 'team',
    title: 'Team members',
    tables: ['team_members'],
    convert: () =>
      convertEach(locations, async (location) => {
        const employees = await location.employees()
        const { rows, quarantined } = readRecords(employees, {
          schema: ToastEmployee,
          idOf: readGuid,
          rows: (employee) => [utcRow('team_members', employee)],
        })
        return { read: employees.length, rows, quarantined }
      }),
  })

/** Registers that were offline deliver their orders late, and clocks differ. */
const OVERLAP_MS = DAY_MS
/** How far the clocks of the platform and of registers may be ahead. */
const AHEAD_DAYS = 1
/** Where the read of a location continues: in its history, or in its changes, epoch milliseconds. */
const Position = z.object({ day: z.string().refine(isLocalDay).nullish(), changedUntil: z.number().nullish() })
type Position = z.output<typeof Position>

/**
 * All orders of a location by business day, or those that changed since a read: Toast wants lists of old changes, which are the other
 * way to read the history, to be some seconds apart.
 */
async function* orderPages(
  location: Location,
  since: number | null,
  from: Position | null,
  now: number,
): AsyncGenerator<Page<Position>> {
  const changedFrom = from?.changedUntil ?? since
  if (changedFrom !== null) {
    for await (const page of changedOrders(location, { from: changedFrom, until: now + AHEAD_DAYS * DAY_MS }, now))
      yield { ...page, next: page.next && { changedUntil: page.next.at } }
  } else {
    const { timeZone } = await location.locale()
    const { firstDay } = await location.facts()
    yield* ordersByDay(location, from?.day ?? firstDay, addDays(localDayOf(now, timeZone), AHEAD_DAYS))
  }
}

/** What is deleted, voided, or not counted any more is removed, and so are orders of no guest. */
const listRemoved = (orders: readonly ToastOrder[], rows: readonly CanonicalRow[]): Removal[] => {
  const without = (name: 'orders' | 'reservations', ids: readonly string[]): Removal[] => {
    const made = new Set(rows.flatMap(({ table, row }) => (table === name ? [row.source_id] : [])))
    return toRemovals(
      name,
      ids.filter((id) => !made.has(id)),
    )
  }
  return [
    ...without(
      'orders',
      orders.flatMap((order) => [order.guid, ...listRefundIds(order)]),
    ),
    ...without(
      'reservations',
      orders.flatMap(({ guid, table }) => (table === null ? [] : [guid])),
    ),
  ]
}

const convertOrders = (records: readonly unknown[], about: OrderReferences) => {
  const read = readRecords(records, { schema: ToastOrder, idOf: readGuid, rows: (order) => orderRows(order, about) })
  const { rows, quarantined } = read
  return { read: records.length, rows, removed: listRemoved(read.records, rows), quarantined }
}

/** How far each location was read, by its GUID. */
const State = z.record(z.string(), z.record(z.string(), z.unknown())).catch({})

/** Orders with their lines, refunds, guests, and parties. Each location is read on its own. */
const orders = ({ locations, countsGuests, now }: Restaurant): SyncStream => {
  const progress = sinceLastRead({ now, overlapMs: OVERLAP_MS, position: Position })
  return {
    name: 'orders',
    title: 'Orders',
    tables: ['customers', 'orders', 'order_lines', ...(countsGuests ? (['reservations'] as const) : [])],
    reads: 'changes',
    removals: 'reported',
    async *read(state) {
      let next = State.parse(state ?? {})
      for (const location of locations) {
        const { from, since, after } = progress.begin(next[location.guid] ?? null)
        try {
          const references = await location.references()
          for await (const page of orderPages(location, since(), from, now())) {
            next = { ...next, [location.guid]: after(page) }
            yield { ...convertOrders(page.records, references), total: null, next }
          }
        } catch (error) {
          const reason = explainMissing(error)
          if (reason === null) throw error
          yield notAllowedPage(reason, next)
        }
      }
    },
    async fetch(ids, state) {
      const missing = new Set(ids)
      const parts: ReturnType<typeof convertOrders>[] = []
      for (const location of locations) {
        const records = await findOrders(location, missing)
        for (const record of records) missing.delete(readGuid(record) ?? '')
        parts.push(convertOrders(records, await location.references()))
      }
      const found = joinConverted(parts)
      const gone = [...missing]
      const removed = [...found.removed, ...toRemovals('orders', gone), ...toRemovals('reservations', gone)]
      return { ...found, removed, total: null, next: { ...state } }
    },
    listing: {
      table: 'orders',
      isListed: (id) => !isRefundId(id),
      async *list(span) {
        for (const location of locations) {
          const locale = await location.locale()
          const { firstDay } = await location.facts()
          const all = { from: Date.parse(`${firstDay}T00:00:00Z`), until: now() }
          yield* listedRecords(ordersAround(location, span ?? all), {
            schema: ListedOrder,
            idOf: readGuid,
            toListed: (order) =>
              isOrder(order)
                ? { sourceId: order.guid, ordered: countedAt(order, locale), updated: order.modifiedDate }
                : null,
          })
        }
      },
    },
  }
}

/** In reading order. */
export const toastStreams = (restaurant: Restaurant): SyncStream[] => [
  products(restaurant),
  team(restaurant),
  orders(restaurant),
]
