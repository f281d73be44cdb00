import { z } from 'zod'
import type { CustomField, CustomFieldRecord } from '#domain/custom-fields.ts'
import type { OwnCode } from '#domain/own-codes.ts'
import { VALUE_COLUMNS, type ValueColumn, type ValueIndex } from '#insights/ask/value-index.ts'
import { OWN_CODE_COLUMNS, ownCodeList } from '#semantic/catalog/own-codes.ts'
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

/** Cached names as they were read once: their index is built anew for every other object. */
const parsed = new WeakMap<Uint8Array, ValueIndex>()

const parseOnce = (bytes: Uint8Array, parse: (value: unknown) => ValueIndex): ValueIndex => {
  const values = parsed.get(bytes) ?? parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  parsed.set(bytes, values)
  return values
}

/** Names in an account's data that questions may use: people, clubs, brands, products. Cached per data version. */
export const readQuestionValues = async (deps: Deps, caller: Caller, signal: AbortSignal): Promise<ValueIndex> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const cached = await getCachedResult(deps, { settings, query: 'names that questions use', signal }, read)
  return cached === null ? {} : parseOnce(cached.bytes, (value) => CachedValues.parse(value))
}

/** Values of these custom fields with texts, with the limit of the others. Cached per field and data version. */
const readCustomValues = async (
  deps: Deps,
  caller: Caller,
  { fields, signal }: { readonly fields: readonly CustomField[]; readonly signal: AbortSignal },
): Promise<ValueIndex[]> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const columns = fields
    .filter(({ type }) => type === 'text')
    .map(async ({ key, record }) => {
      const query = `values of ${key} that questions use`
      const cached = await getCachedResult(deps, { settings, query, signal }, (session) =>
        readColumn(session, { columnId: key, source: CUSTOM_SOURCES[record], customFields: settings.customFields }),
      )
      return cached === null ? {} : parseOnce(cached.bytes, (value) => ({ [key]: CachedCustomValues.parse(value) }))
    })
  return Promise.all(columns)
}

/** Labels of the account's own codes, by the column that shows them. */
const ownLabels = (codes: readonly OwnCode[]): ValueIndex =>
  Object.fromEntries(
    OWN_CODE_COLUMNS.map((columnId) => [
      columnId,
      codes.filter(({ list }) => list === ownCodeList(columnId)).map(({ label }) => label),
    ]),
  )

interface Joined {
  readonly custom: readonly ValueIndex[]
  readonly codes: string
  readonly values: ValueIndex
}

/** The last names joined with an account's own, of each index of names. */
const joined = new WeakMap<ValueIndex, Joined>()

/** The names with the values of these fields and the account's own codes; the same object as long as nothing changes. */
export const readAllValues = async (
  deps: Deps,
  caller: Caller,
  {
    values,
    fields,
    signal,
  }: { readonly values: ValueIndex; readonly fields: readonly CustomField[]; readonly signal: AbortSignal },
): Promise<ValueIndex> => {
  const custom = await readCustomValues(deps, caller, { fields, signal })
  const { ownCodes } = caller.account
  const codes = JSON.stringify(ownCodes)
  const last = joined.get(values)
  const isSame =
    last?.codes === codes && last.custom.length === custom.length && last.custom.every((one, at) => one === custom[at])
  if (isSame) return last.values
  const all: ValueIndex = Object.assign({}, values, ...custom, ownLabels(ownCodes))
  joined.set(values, { custom, codes, values: all })
  return all
}
