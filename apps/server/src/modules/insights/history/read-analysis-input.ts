import { addDays, addMonths, addYears, earlierDay, type LocalDay } from '#domain/ranges/local-day.ts'
import {
  type AnalysisInput,
  type ClubYear,
  type GoalPeriod,
  type InputData,
  memberYearlyValue,
} from '#insights/insight/inputs.ts'
import { NEEDED_INPUTS } from '#insights/registry.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/index.ts'
import { type HistoryReader, type HistorySession, historyQuery, queueQueries } from './history-reader.ts'
import { readDiscounts, readLastMonth } from './read-changes.ts'
import { NO_RELEASES, readClubYear, readReleases } from './read-club.ts'
import { readConversions, readDuplicates, readStock, readTeamWeek } from './read-conversions.ts'
import { type PeopleHistory, readPeople } from './read-people.ts'
import { readSeries, readSignups } from './read-series.ts'

/** Years of history; two are best, because older trading patterns do not improve the results. */
const YEARS = 2
/** Days that are tested again in each run, because data may arrive late. */
const RETESTED_DAYS = 7
const FARTHEST_BACK = 28
const LATELY_MONTHS = 12
const DAYS_A_MONTH = 30
/** Orders per query, which takes some 10 ms. */
const ORDERS_A_SLICE = 20_000

interface ReadOptions {
  readonly session: HistorySession
  readonly settings: AnalyticsSettings
  readonly serviceIds: readonly string[]
  /** first day that was incomplete in the last run; null: never analyzed */
  readonly analyzedUntil: string | null
  readonly country: string | null
  readonly sensitivity: AnalysisInput['sensitivity']
  readonly goals: readonly GoalPeriod[]
}

/** Whose memberships they are, and what these customers bought. */
export type MembersOnRecord = Omit<PeopleHistory, 'members' | 'customers'>

const laterDay = (a: LocalDay, b: LocalDay): LocalDay => (earlierDay(a, b) === a ? b : a)

/** The first day with orders in the month that starts on `month`; today if there are no orders. */
const firstDayIn = async (session: HistorySession, month: LocalDay | null, today: LocalDay): Promise<LocalDay> => {
  if (month === null) return today
  const days = { from: month, until: addMonths(month, 1), of: 'orderDate' }
  const query = historyQuery({ reportType: 'Orders', columns: ['orderDay'], groupBy: ['orderDay'], days })
  const [first = month] = (await session.rows(query)).map(([day]) => String(day)).toSorted()
  return first
}

/** The first day with orders (today if there are none), and the recent number of orders per day. */
const readOrderVolume = async (session: HistorySession, today: LocalDay) => {
  const query = historyQuery({ reportType: 'Orders', columns: ['orderMonth', 'orderCount'], groupBy: ['orderMonth'] })
  const months = (await session.rows(query))
    .flatMap(([month, orders]) => (typeof month === 'string' ? [{ day: `${month}-01`, orders: Number(orders) }] : []))
    .toSorted((a, b) => a.day.localeCompare(b.day))
  const lately = months.slice(-LATELY_MONTHS)
  const orders = lately.reduce((sum, month) => sum + month.orders, 0)
  return {
    firstDay: await firstDayIn(session, months[0]?.day ?? null, today),
    ordersADay: orders / Math.max(1, lately.length * DAYS_A_MONTH),
  }
}

const NO_PEOPLE: PeopleHistory = {
  members: [],
  customers: [],
  customerOf: new Map(),
  yearlySales: new Map(),
  customersOnRecord: new Set(),
}

/** Reads what the registered kinds declare; the rest stays empty. */
const readInputs = async (reader: HistoryReader, clubYear: ClubYear, goals: readonly GoalPeriod[]) => {
  const read = <T>(names: readonly (keyof InputData)[], empty: T, reading: () => Promise<T>): Promise<T> =>
    names.some((name) => NEEDED_INPUTS.has(name)) ? reading() : Promise.resolve(empty)
  const countsSignups = goals.some(({ metric }) => metric === 'signups')
  const [series, duplicates, stock, people, releases, discounts, conversions, teamWeek, changes, signups] =
    await Promise.all([
      readSeries(reader),
      read(['duplicates'], [], () => readDuplicates(reader)),
      read(['stock'], null, () => readStock(reader)),
      read(['members', 'customers'], NO_PEOPLE, () => readPeople(reader)),
      read(['releases', 'finishedReleases'], NO_RELEASES, () => readReleases(reader)),
      read(['discounts'], [], () => readDiscounts(reader)),
      read(['conversions'], [], () => readConversions(reader, memberYearlyValue(clubYear))),
      read(['teamWeek'], null, () => readTeamWeek(reader)),
      read(['changes'], [], () => readLastMonth(reader)),
      countsSignups ? read(['signups'], [], () => readSignups(reader)) : [],
    ])
  const { members, customers, ...onRecord } = people
  const data: InputData = {
    series,
    duplicates,
    stock,
    members,
    customers,
    clubYear,
    ...releases,
    discounts,
    conversions,
    teamWeek,
    changes,
    signups,
    goals,
  }
  return { data, people: onRecord }
}

/** Reads the input of the analysis with the same queries as reports. */
export const readAnalysisInput = async ({ session: given, settings, ...wanted }: ReadOptions) => {
  const session = queueQueries(given)
  const { calendar, minorUnits } = settings
  const { today } = calendar
  const { firstDay: first, ordersADay } = await readOrderVolume(session, today)
  const oldest = addYears(today, -YEARS)
  const range = { from: laterDay(first, oldest), until: today }
  const daysASlice = Math.max(1, Math.round(ORDERS_A_SLICE / Math.max(1, ordersADay)))
  const reader: HistoryReader = { session, range, calendar, minorUnits, daysASlice, serviceIds: wanted.serviceIds }
  const clubYear = await readClubYear(reader)
  const { data, people } = await readInputs(reader, clubYear, wanted.goals)
  const again = addDays(today, -RETESTED_DAYS)
  const since = wanted.analyzedUntil === null ? addDays(today, -FARTHEST_BACK) : earlierDay(wanted.analyzedUntil, again)
  const back = addDays(today, -FARTHEST_BACK)
  const task: AnalysisInput = {
    ...data,
    range,
    calendar,
    country: wanted.country,
    sensitivity: wanted.sensitivity,
    testRange: { from: laterDay(since, back), until: today },
  }
  return { task, people }
}
