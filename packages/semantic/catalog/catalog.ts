import { changedDefinitions, type Definitions } from '../definitions/definitions.ts'
import { clubReleases } from './club-releases.catalog.ts'
import type { Column } from './column.ts'
import { customers } from './customers.catalog.ts'
import { inventory } from './inventory.catalog.ts'
import { membershipHolds } from './membership-holds.catalog.ts'
import { memberships } from './memberships.catalog.ts'
import { orderLines } from './order-lines.catalog.ts'
import { orders } from './orders.catalog.ts'
import { products } from './products.catalog.ts'
import { releaseMembers } from './release-members.catalog.ts'
import type { ReportType } from './report-type.ts'
import { reservations } from './reservations.catalog.ts'

/** Incremented when a formula changes its meaning: part of every cache key and of every response. */
export const CATALOG_VERSION = '5'

export const REPORT_TYPES: readonly ReportType[] = [
  orders,
  orderLines,
  products,
  customers,
  inventory,
  memberships,
  membershipHolds,
  clubReleases,
  releaseMembers,
  reservations,
]

/** Names match in any case, which also covers `columnName`, the id in PascalCase. */
const fold = (name: string): string => name.toLowerCase()

const byName: ReadonlyMap<string, ReportType> = new Map(REPORT_TYPES.map((type) => [fold(type.reportType), type]))

export const findReportType = (name: string): ReportType | null => byName.get(fold(name)) ?? null

/** Columns of a type by lower-case name; a rollup of a type has its own. */
const columnsOf = new WeakMap<ReportType, ReadonlyMap<string, Column>>()

const indexed = (type: ReportType): ReadonlyMap<string, Column> => {
  const columns = new Map(type.columns.map((column) => [fold(column.columnId), column]))
  columnsOf.set(type, columns)
  return columns
}

export const findColumn = (type: ReportType, name: string): Column | null =>
  (columnsOf.get(type) ?? indexed(type)).get(fold(name)) ?? null

export const columnName = (columnId: string): string => columnId.charAt(0).toUpperCase() + columnId.slice(1)

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
