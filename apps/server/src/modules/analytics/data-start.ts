import { lookupTable } from '#domain/lookup-table.ts'
import type { ResolvedComparison } from '#domain/ranges/comparison-range.ts'
import { likeForLike } from '#domain/ranges/like-for-like.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { Deps } from '#server/deps.ts'
import type { AnalyticsSettings } from './analytics-settings.ts'
import { ALL_DATA, type QuerySession } from './query-session.ts'

/** Type and date column that say since when there is data of a report type; other types: their own. */
const STARTS: Readonly<Record<string, readonly [reportType: string, columnId: string]>> = lookupTable({
  Orders: ['Orders', 'orderDate'],
  OrderLines: ['Orders', 'orderDate'],
  Products: ['Orders', 'orderDate'],
  Customers: ['Orders', 'orderDate'],
  CustomerMonths: ['Orders', 'orderDate'],
  Memberships: ['Memberships', 'signupDate'],
  MembershipMonths: ['Memberships', 'signupDate'],
  MembershipHolds: ['MembershipHolds', 'holdStart'],
  ClubReleases: ['ClubReleases', 'releaseDate'],
  Reservations: ['Reservations', 'reservationDate'],
  SegmentMembers: ['SegmentMembers', 'enteredDate'],
})

type Limited = Pick<SemanticQuery, 'reportType' | 'range' | 'serviceIds'>

/** The first local day with a record, of all services or of those that the query is limited to; null: there is none. */
const readDataStart = async (
  session: QuerySession,
  { timeZone }: AnalyticsSettings,
  { reportType, range, serviceIds }: Limited,
): Promise<LocalDay | null> => {
  const [type, columnId] = STARTS[reportType] ?? [reportType, range?.columnId ?? '']
  const [[first = null] = []] = await session.rows({
    reportType: type,
    columns: [{ columnId, aggregation: 'Min' }],
    grain: 'groups',
    ...ALL_DATA,
    ...(serviceIds === undefined ? {} : { serviceIds }),
  })
  if (typeof first !== 'string') return null
  return first.length > 10 ? localDayOf(Date.parse(first), timeZone) : first
}

/**
 * For a comparison range that begins before the data does: the first day with data, and `parts`, null where no part of the comparison
 * range has data. Null: it does not.
 */
export const readShortHistory = async (
  session: QuerySession,
  settings: AnalyticsSettings,
  query: Limited,
  { range, comparison }: { readonly range: ResolvedRange; readonly comparison: ResolvedComparison },
) => {
  if (comparison.mode === 'plan') return null
  const dataStarts = await readDataStart(session, settings, query)
  if (dataStarts === null || dataStarts <= comparison.range.from) return null
  return { dataStarts, parts: likeForLike(range, comparison, dataStarts, settings.calendar.today) }
}

/** Answered from the statistics of the column, without reading its rows. */
const SPAN_SQL = `SELECT CAST(CAST(min(ordered_local) AS DATE) AS VARCHAR), CAST(CAST(max(ordered_local) AS DATE) AS VARCHAR)
  FROM orders`

/**
 * The local days of the account's first and last order, of all services and whatever their status; null without orders. Errors: those
 * of the warehouse's queries.
 */
export const readDataSpan = async ({ warehouse }: Deps, accountId: number) => {
  const [[first = null, last = null] = []] = (await warehouse.query(accountId, { sql: SPAN_SQL, params: [] })).rows
  return typeof first === 'string' && typeof last === 'string' ? { first, last } : null
}

/** When the account's data last changed, ISO 8601; null: it has none. */
export const readLastLoad = async ({ warehouse }: Deps, accountId: number): Promise<string | null> => {
  const { loadedAt } = await warehouse.status(accountId)
  return loadedAt === null ? null : new Date(loadedAt).toISOString()
}
