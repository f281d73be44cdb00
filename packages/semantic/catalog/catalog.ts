import type { CustomField, CustomFieldRecord } from '#domain/custom-fields.ts'
import { upperFirst } from '#domain/text.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { changedDefinitions, type Definitions } from '../definitions/definitions.ts'
import type { Calculation, PlannedQuery } from '../query.ts'
import { withCalculations } from './calculations.ts'
import { clubReleases } from './club-releases.catalog.ts'
import type { Column, Dimension } from './column.ts'
import { withCustomFields } from './custom-fields.ts'
import { customerMonths } from './customer-months.catalog.ts'
import { customers } from './customers.catalog.ts'
import { inventory } from './inventory.catalog.ts'
import { membershipHolds } from './membership-holds.catalog.ts'
import { membershipMonths } from './membership-months.catalog.ts'
import { memberships } from './memberships.catalog.ts'
import { orderLines } from './order-lines.catalog.ts'
import { orders } from './orders.catalog.ts'
import { plannedType } from './planned-type.ts'
import { products } from './products.catalog.ts'
import { releaseMembers } from './release-members.catalog.ts'
import type { ReportType } from './report-type.ts'
import { reservations } from './reservations.catalog.ts'
import { segmentMembers } from './segment-members.catalog.ts'

/** Incremented when a formula changes its meaning: part of every cache key and of every response. */
export const CATALOG_VERSION = '9'

interface QueriedType {
  readonly reportType: string
  readonly calculations?: readonly Calculation[]
  readonly customFields?: readonly CustomField[]
  readonly planned?: PlannedQuery
}

export const REPORT_TYPES: readonly ReportType[] = [
  orders,
  orderLines,
  products,
  customers,
  customerMonths,
  inventory,
  memberships,
  membershipMonths,
  membershipHolds,
  clubReleases,
  releaseMembers,
  reservations,
  segmentMembers,
]

/** Names match in any case, which also covers `columnName`, the id in PascalCase. */
const fold = (name: string): string => name.toLowerCase()

const byName: ReadonlyMap<string, ReportType> = new Map(REPORT_TYPES.map((type) => [fold(type.reportType), type]))

/** The report types of each list of custom fields that was asked for: an account's list is read once per request. */
const catalogs = new WeakMap<readonly CustomField[], ReadonlyMap<string, ReportType>>()

const catalogFor = (customFields: readonly CustomField[]): ReadonlyMap<string, ReportType> => {
  const known = catalogs.get(customFields)
  if (known !== undefined) return known
  const types = REPORT_TYPES.map((type) => [fold(type.reportType), withCustomFields(type, customFields)] as const)
  const catalog = new Map(types)
  catalogs.set(customFields, catalog)
  return catalog
}

/** The report types of an account with these custom fields. */
export const reportTypesFor = (customFields: readonly CustomField[]): readonly ReportType[] =>
  customFields.length === 0 ? REPORT_TYPES : [...catalogFor(customFields).values()]

/** `customFields`: the account's own fields, which become columns of the type. */
export const findReportType = (name: string, customFields: readonly CustomField[] = []): ReportType | null =>
  (customFields.length === 0 ? byName : catalogFor(customFields)).get(fold(name)) ?? null

/** Whether the records of a table have a standard column with this name. */
export const isColumnLabel = (table: CustomFieldRecord, label: string): boolean =>
  REPORT_TYPES.some(
    (type) => type.table === table && type.columns.some(({ displayName }) => fold(displayName) === fold(label)),
  )

/** The report type of a query, with the account's custom fields and the query's calculations among its columns, or its plan. */
export const queriedType = ({ reportType, customFields, calculations, planned }: QueriedType): ReportType | null => {
  const type = findReportType(reportType, customFields)
  if (type !== null && planned !== undefined) return plannedType(type, planned)
  return type && withCalculations(type, calculations)
}

/** Columns of a type by lower-case name; a rollup of a type has its own. */
const columnsOf = new WeakMap<ReportType, ReadonlyMap<string, Column>>()

const indexed = (type: ReportType): ReadonlyMap<string, Column> => {
  const columns = new Map(type.columns.map((column) => [fold(column.columnId), column]))
  columnsOf.set(type, columns)
  return columns
}

export const findColumn = (type: ReportType, name: string): Column | null =>
  (columnsOf.get(type) ?? indexed(type)).get(fold(name)) ?? null

export const columnName = (columnId: string): string => upperFirst(columnId)

/** Description of a column, with the notes of the definitions in force that affect it. */
export const describeColumn = (
  { reportType }: ReportType,
  { columnId, description }: Column,
  definitions: Definitions,
): string => {
  const options: Readonly<Record<string, string>> = definitions
  const notes = changedDefinitions(definitions)
    .filter(({ columns }) => columns.includes(`${reportType}.${columnId}`))
    .map(({ id, title, standard, options: all }) => all[options[id] ?? standard]?.note ?? title)
  return [description, ...notes].join('. ')
}

/** The column that identifies what a column names; null: its values identify themselves. */
export const keyOfName = (type: ReportType, columnId: string): Dimension | null => {
  const column = findColumn(type, columnId)
  if (column?.kind !== 'dimension' || column.identifiedBy === undefined) return null
  const key = findColumn(type, column.identifiedBy)
  return key?.kind === 'dimension' ? key : null
}

/**
 * Group columns, each name followed by the column that identifies what it names: two people of one name are two groups. A key that is
 * among the columns stays where it is.
 */
export const withKeys = (type: ReportType, columnIds: readonly string[]): string[] =>
  columnIds.flatMap((columnId) => {
    const key = keyOfName(type, columnId)?.columnId
    return key === undefined || columnIds.includes(key) ? [columnId] : [columnId, key]
  })

/** The group columns of a query, in order. */
export const groupDimensions = (query: SemanticQuery): Dimension[] => {
  const type = queriedType(query)
  return query.groupBy.flatMap((columnId) => {
    const column = type && findColumn(type, columnId)
    return column?.kind === 'dimension' ? [column] : []
  })
}
