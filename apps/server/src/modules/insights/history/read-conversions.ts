import { addDays } from '#domain/ranges/local-day.ts'
import { periodStart } from '#domain/ranges/period.ts'
import type { DuplicateCount } from '#insights/account/history.ts'
import { ACCOUNT } from '#insights/account/metric.ts'
import type { ConversionPair, ProductStock, TeamWeek } from '#insights/insight/inputs.ts'
import type { DayRange } from '#insights/series/series.ts'
import { type HistoryReader, historyQuery, readInSlices } from './history-reader.ts'

const FOUR_WEEKS = 28
/** The same weekdays of the previous year. */
const YEAR_OF_WEEKS = 364

/** The base of a rate, derived from the catalog's rate. */
const ofRate = (hits: number, rate: number, otherwise: number): number =>
  rate > 0 ? Math.round(hits / rate) : otherwise

const tastingsIn = async ({ session, minorUnits }: HistoryReader, range: DayRange) => {
  const columns = [
    'guests',
    'tasters',
    'bottlePurchases',
    'bottleConversion',
    'clubSignups',
    'signupConversion',
    'revenue',
  ]
  const query = historyQuery({
    reportType: 'Reservations',
    columns,
    groupBy: [],
    days: { ...range, of: 'reservationDate' },
  })
  const [row = []] = await session.rows(query)
  const [guests = 0, tasters = 0, bought = 0, buyRate = 0, joined = 0, joinRate = 0, revenue = 0] = row.map((cell) =>
    Number(cell ?? 0),
  )
  return {
    ...range,
    bought,
    couldBuy: ofRate(bought, buyRate, guests),
    joined,
    couldJoin: ofRate(joined, joinRate, tasters),
    revenue: revenue * minorUnits,
  }
}

/** Guests who bought and who joined in the last four weeks, and in the same weeks of the previous year. */
export const readConversions = async (reader: HistoryReader, memberValue: number): Promise<ConversionPair[]> => {
  const { until } = reader.range
  const after = await tastingsIn(reader, { from: addDays(until, -FOUR_WEEKS), until })
  const before = await tastingsIn(reader, {
    from: addDays(after.from, -YEAR_OF_WEEKS),
    until: addDays(until, -YEAR_OF_WEEKS),
  })
  const worth = after.bought > 0 ? after.revenue / after.bought : 0
  const days = ({ from, until: end }: DayRange): DayRange => ({ from, until: end })
  return [
    {
      conversion: 'tasting',
      subject: ACCOUNT,
      before: { ...days(before), hits: before.bought, of: before.couldBuy },
      after: { ...days(after), hits: after.bought, of: after.couldBuy },
      worth,
    },
    {
      conversion: 'signup',
      subject: ACCOUNT,
      before: { ...days(before), hits: before.joined, of: before.couldJoin },
      after: { ...days(after), hits: after.joined, of: after.couldJoin },
      worth: memberValue,
    },
  ]
}

const DAYS_A_WEEK = 7

/** Tasting guests and buyers of each team member in the last whole week; null without tastings. */
export const readTeamWeek = async ({ session, calendar, minorUnits }: HistoryReader): Promise<TeamWeek | null> => {
  const until = periodStart(calendar.today, 'week', calendar)
  const range = { from: addDays(until, -DAYS_A_WEEK), until }
  const query = historyQuery({
    reportType: 'Reservations',
    columns: ['teamMember', 'guests', 'bottlePurchases', 'bottleConversion', 'revenue'],
    groupBy: ['teamMember'],
    days: { ...range, of: 'reservationDate' },
  })
  const rows = await session.rows(query)
  if (rows.length === 0) return null
  const people = rows.flatMap(([member, guests, bought, rate, revenue]) => {
    if (typeof member !== 'string' || member === '') return []
    const hits = Number(bought ?? 0)
    return [{ member, hits, of: ofRate(hits, Number(rate ?? 0), Number(guests ?? 0)), revenue: Number(revenue ?? 0) }]
  })
  const sum = (amountOf: (person: (typeof people)[number]) => number): number =>
    people.reduce((total, person) => total + amountOf(person), 0)
  const bought = sum(({ hits }) => hits)
  return { ...range, people, worth: bought > 0 ? (sum(({ revenue }) => revenue) * minorUnits) / bought : 0 }
}

const STOCK_COLUMNS = [
  ...['sku', 'onHand', 'reserved', 'allocated', 'promised', 'available', 'free'],
  ...['pace', 'weeksOnHand', 'weeksOnHandLow', 'weeksOnHandHigh'],
]

/** Null if no service provides inventory. */
export const readStock = async ({ session }: HistoryReader): Promise<ProductStock[] | null> => {
  const rows = await session.rows(historyQuery({ reportType: 'Inventory', columns: STOCK_COLUMNS, groupBy: ['sku'] }))
  if (rows.length === 0) return null
  return rows.flatMap(([sku, ...cells]) => {
    if (typeof sku !== 'string') return []
    const last = cells.at(-1)
    const [onHand = 0, reserved = 0, promised = 0, promisedByHand = 0, available = 0, free = 0, ...rates] = cells.map(
      (cell) => Number(cell ?? 0),
    )
    const [pace = 0, weeks = 0, low = 0] = rates
    const high = typeof last === 'number' ? last : null
    const selling = pace > 0 ? { pace, weeks, low, high } : null
    return [{ product: sku, onHand, reserved, promised, promisedByHand, available, free, selling }]
  })
}

/** Days in which duplicate orders are reported. */
const RECENT_DAYS = 45

/** Orders per day that equal an earlier one in customer, time, item count and total. */
export const readDuplicates = async ({ session, range, daysASlice }: HistoryReader): Promise<DuplicateCount[]> => {
  const query = historyQuery({
    reportType: 'Orders',
    columns: ['orderDate', 'customerId', 'itemCount', 'total'],
    days: { from: addDays(range.until, -RECENT_DAYS), until: range.until, of: 'orderDate' },
    withoutClubOrders: true,
  })
  const seen = new Set<string>()
  const byDay = new Map<string, number>()
  for (const row of await readInSlices(session, query, daysASlice)) {
    const [date, customer] = row
    if (typeof date !== 'string' || customer === null) continue
    const key = JSON.stringify(row)
    const day = date.slice(0, 10)
    if (seen.has(key)) byDay.set(day, (byDay.get(day) ?? 0) + 1)
    seen.add(key)
  }
  return [...byDay].map(([day, orders]) => ({ day, orders }))
}
