import { z } from 'zod'
import { addDays } from '#domain/ranges/local-day.ts'
import { findUnanalyzed, type OrderDays, type Unanalyzed } from '#insights/account/unanalyzed.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import {
  type AnalyticsSettings,
  getCachedResult,
  loadAnalyticsSettings,
  type QuerySession,
} from '#server/modules/analytics/index.ts'
import { historyQuery } from './history/history-reader.ts'

const TIMEOUT_MS = 5_000

const StoredOrderDays = z.object({ first: z.string(), last: z.string() }).nullable()

/** The first and last day with orders up to today, from the months that have some. */
const readOrderDays = async (session: QuerySession, { calendar }: AnalyticsSettings): Promise<OrderDays | null> => {
  const { today } = calendar
  const days = { from: '1900-01-01', until: addDays(today, 1), of: 'orderDate' }
  const rows = await session.rows(
    historyQuery({ reportType: 'Orders', columns: ['orderDay'], groupBy: ['orderDay'], days }),
  )
  const known = rows.map(([day]) => String(day)).toSorted()
  const [first, last] = [known[0], known.at(-1)]
  return first === undefined || last === undefined ? null : { first, last }
}

const dayText = (day: string, culture: string): string =>
  new Intl.DateTimeFormat(culture, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const SENTENCES: Readonly<Record<Unanalyzed, (orders: OrderDays | null, culture: string) => string>> = {
  everything: (orders, culture) =>
    orders === null
      ? 'There are no orders to analyze yet.'
      : `Nothing has been analyzed yet. Cuvee needs eight weeks of orders; yours begin on ${dayText(orders.first, culture)}.`,
  future: (orders, culture) =>
    `Forecasts, goals, stock, and overdue customers weren’t analyzed, because your orders end on ${dayText(orders?.last ?? '', culture)}.`,
  forecast: (orders, culture) =>
    `Sales weren’t forecast. Cuvee needs half a year of orders; yours begin on ${dayText(orders?.first ?? '', culture)}.`,
  lastYear: (orders, culture) =>
    `Nothing was compared with last year, because your orders begin on ${dayText(orders?.first ?? '', culture)}.`,
}

/** From the cache if possible; undefined if the data cannot be read now. */
const loadOrderDays = async (deps: Deps, settings: AnalyticsSettings): Promise<OrderDays | null | undefined> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const request = { settings, query: 'insights: order days', signal }
  const result = await getCachedResult(deps, request, (session) => readOrderDays(session, settings)).catch(() => null)
  return result === null ? undefined : StoredOrderDays.parse(JSON.parse(Buffer.from(result.bytes).toString()))
}

/** What the account's orders were not enough to analyze, as sentences; none if its data cannot be read now. */
export const unanalyzedFor = async (deps: Deps, caller: Caller): Promise<readonly string[]> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const orders = await loadOrderDays(deps, settings)
  if (orders === undefined) return []
  return findUnanalyzed(orders, settings.calendar.today).map((what) => SENTENCES[what](orders, caller.culture))
}
