import { addDays, addYears, earlierDay, type LocalDay } from '#domain/ranges/local-day.ts'
import { memberYearlyValue } from '#insights/club/club-year.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import type { FindingTask, GoalToPace } from '../find/finding-task.ts'
import { queryFor } from './history-queries.ts'
import type { HistoryReader, HistorySession } from './history-reader.ts'
import { inTurn } from './in-turn.ts'
import { readLastMonth } from './read-changes.ts'
import { readClubYear, readReleases } from './read-club.ts'
import { readConversions } from './read-conversions.ts'
import { readDuplicates } from './read-duplicates.ts'
import { type PeopleHistory, readPeople } from './read-people.ts'
import { readSeries, readSignups } from './read-series.ts'
import { readStock } from './read-stock.ts'

/** Years read; two are best, and more days of an old way of trading are none the better. */
const YEARS = 2
/** Days that are judged anew each time: data may come late. */
const JUDGED_AGAIN = 7
const FARTHEST_BACK = 28

interface ToRead {
  readonly session: HistorySession
  readonly settings: AnalyticsSettings
  readonly serviceIds: readonly string[]
  /** first day that was not over at the last look; null: never looked */
  readonly lookedUntil: string | null
  readonly country: string | null
  readonly sensitivity: FindingTask['sensitivity']
  readonly goals: readonly GoalToPace[]
}

interface ReadTask {
  readonly task: FindingTask
  readonly people: PeopleHistory
}

const laterDay = (a: LocalDay, b: LocalDay): LocalDay => (earlierDay(a, b) === a ? b : a)

/** First day with an order; today where there are none. */
const firstDay = async (session: HistorySession, today: string): Promise<string> => {
  const query = queryFor({ reportType: 'Orders', columns: ['orderMonth', 'orderCount'], groupBy: ['orderMonth'] })
  const months = (await session.rows(query)).flatMap(([month]) => (typeof month === 'string' ? [`${month}-01`] : []))
  return months.toSorted()[0] ?? today
}

/** All that insights of an account are found from, through the queries that its reports are answered by. */
export const readTask = async ({ session: given, settings, ...wanted }: ToRead): Promise<ReadTask> => {
  const session = inTurn(given)
  const { calendar, minorUnits } = settings
  const { today } = calendar
  const first = await firstDay(session, today)
  const oldest = addYears(today, -YEARS)
  const range = { from: laterDay(first, oldest), until: today }
  const reader: HistoryReader = { session, range, calendar, minorUnits, serviceIds: wanted.serviceIds }
  const clubYear = await readClubYear(reader)
  const [series, duplicates, stock, people, releases, conversions, changes, signups] = await Promise.all([
    readSeries(reader),
    readDuplicates(reader),
    readStock(reader),
    readPeople(reader),
    readReleases(reader),
    readConversions(reader, memberYearlyValue(clubYear)),
    readLastMonth(reader),
    wanted.goals.some(({ metric }) => metric === 'signups') ? readSignups(reader) : [],
  ])
  const again = addDays(today, -JUDGED_AGAIN)
  const since = wanted.lookedUntil === null ? addDays(today, -FARTHEST_BACK) : earlierDay(wanted.lookedUntil, again)
  const back = addDays(today, -FARTHEST_BACK)
  const task: FindingTask = {
    range,
    calendar,
    country: wanted.country,
    sensitivity: wanted.sensitivity,
    judged: { from: laterDay(since, back), until: today },
    series,
    signups,
    duplicates,
    stock,
    clubYear,
    members: people.members,
    customers: people.customers,
    releases,
    conversions,
    changes,
    goals: wanted.goals,
  }
  return { task, people }
}
