import { z } from 'zod'
import type { CustomField, CustomFieldRecord } from '#domain/custom-fields.ts'
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
  location: ['Inventory', 'available'],
  salesLocation: ['Orders', 'orderCount'],
  country: ['Orders', 'orderCount'],
  customerGroup: ['Customers', 'customerCount'],
  city: ['Orders', 'orderCount'],
}

/** Maximum number of values per column; rarer values are not recognized. */
const MAX_VALUES = 1_000

interface ColumnSource {
  readonly columnId: string
  readonly source: readonly [reportType: string, measure: string]
  readonly customFields?: readonly CustomField[]
}

const buildQuery = ({ columnId, source, customFields = [] }: ColumnSource): SemanticQuery => {
  const [reportType, measure] = source
  return {
    reportType,
    customFields,
    columns: [
      { columnId, aggregation: 'None' },
      { columnId: measure, aggregation: 'None' },
    ],
    grain: 'groups',
    groupBy: [columnId],
    filter: { columnId, comparison: 'IsNotNull', value: null },
    range: null,
    sort: [
      { column: 1, direction: 'desc' },
      { column: 0, direction: 'asc' },
    ],
    top: null,
    page: { offset: 0, limit: MAX_VALUES },
  }
}

/** Values of a column, those with the highest measure first. */
export const readColumn = async (session: QuerySession, source: ColumnSource): Promise<string[]> => {
  const rows = await session.rows(buildQuery(source))
  return rows.map(([value]) => String(value))
}

const read = async (session: QuerySession): Promise<ValueIndex> => {
  const columns = await Promise.all(
    VALUE_COLUMNS.map(
      async (columnId) => [columnId, await readColumn(session, { columnId, source: SOURCES[columnId] })] as const,
    ),
  )
  return Object.fromEntries(columns)
}

const CachedValues = z.partialRecord(z.enum(VALUE_COLUMNS), z.array(z.string()))
const CachedCustomValues = z.array(z.string())

const CUSTOM_SOURCES: Readonly<Record<CustomFieldRecord, readonly [reportType: string, measure: string]>> = {
  orders: ['Orders', 'orderCount'],
  order_lines: ['OrderLines', 'orderCount'],
  customers: ['Customers', 'customerCount'],
  products: ['Products', 'productCount'],
}

const textsOf = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'))

/** Names in an account's data that questions may use: people, clubs, brands, products. Cached per data version. */
export const readQuestionValues = async (
  deps: Pick<Deps, 'clock' | 'warehouse' | 'results'>,
  caller: Caller,
  signal: AbortSignal,
): Promise<ValueIndex> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const cached = await getCachedResult(deps, { settings, query: 'names that questions use', signal }, read)
  return cached === null ? {} : CachedValues.parse(textsOf(cached.bytes))
}

/** Values of these custom fields with texts, with the limit of the others. Cached per field and data version. */
export const readCustomValues = async (
  deps: Pick<Deps, 'clock' | 'warehouse' | 'results'>,
  caller: Caller,
  { fields, signal }: { readonly fields: readonly CustomField[]; readonly signal: AbortSignal },
): Promise<ValueIndex> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const columns = fields
    .filter(({ type }) => type === 'text')
    .map(async ({ key, record }) => {
      const query = `values of ${key} that questions use`
      const cached = await getCachedResult(deps, { settings, query, signal }, (session) =>
        readColumn(session, { columnId: key, source: CUSTOM_SOURCES[record], customFields: settings.customFields }),
      )
      return [key, cached === null ? [] : CachedCustomValues.parse(textsOf(cached.bytes))] as const
    })
  return Object.fromEntries(await Promise.all(columns))
}
