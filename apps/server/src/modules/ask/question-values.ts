import { z } from 'zod'
import { VALUE_COLUMNS, type ValueColumn, type ValueIndex } from '#insights/ask/value-index.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { getCachedResult, loadAnalyticsSettings, type QuerySession } from '#server/modules/analytics/index.ts'

/** The report type that lists a column's values, and the measure that ranks them. */
const SOURCES: Readonly<Record<ValueColumn, readonly [reportType: string, measure: string]>> = {
  teamMember: ['Orders', 'orderCount'],
  clubName: ['Memberships', 'memberCount'],
  varietal: ['Products', 'productCount'],
  category: ['Products', 'productCount'],
  brand: ['Products', 'productCount'],
  state: ['Orders', 'orderCount'],
  experience: ['Reservations', 'reservationCount'],
  releaseName: ['ClubReleases', 'releaseCount'],
  productTitle: ['Products', 'netSales'],
  cancellationReason: ['Memberships', 'memberCount'],
}

/** Maximum number of values per column; rarer values are not recognized. */
const MAX_VALUES = 1_000

const buildQuery = (column: ValueColumn): SemanticQuery => {
  const [reportType, measure] = SOURCES[column]
  return {
    reportType,
    columns: [
      { columnId: column, aggregation: 'None' },
      { columnId: measure, aggregation: 'None' },
    ],
    grain: 'groups',
    groupBy: [column],
    filter: { columnId: column, comparison: 'IsNotNull', value: null },
    range: null,
    sort: [
      { column: 1, direction: 'desc' },
      { column: 0, direction: 'asc' },
    ],
    top: null,
    page: { offset: 0, limit: MAX_VALUES },
  }
}

const read = async (session: QuerySession): Promise<ValueIndex> => {
  const columns = await Promise.all(
    VALUE_COLUMNS.map(async (column) => {
      const rows = await session.rows(buildQuery(column))
      return [column, rows.map(([value]) => String(value))] as const
    }),
  )
  return Object.fromEntries(columns)
}

const CachedValues = z.partialRecord(z.enum(VALUE_COLUMNS), z.array(z.string()))

/** Names in an account's data that questions may use: people, clubs, brands, products. Cached per data version. */
export const readQuestionValues = async (
  deps: Pick<Deps, 'clock' | 'warehouse' | 'results'>,
  caller: Caller,
  signal: AbortSignal,
): Promise<ValueIndex> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const cached = await getCachedResult(deps, { settings, query: 'names that questions use', signal }, read)
  return cached === null ? {} : CachedValues.parse(JSON.parse(Buffer.from(cached.bytes).toString('utf8')))
}
