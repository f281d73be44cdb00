import type { Filter } from '../query.ts'
import { dimension, parseInteger, stored } from './build-column.ts'
import type { Dimension } from './column.ts'
import type { Field, Scope } from './formula.ts'
import type { Join, ReportType } from './report-type.ts'

const monthsUntilToday = (scope: Scope, start: string): string =>
  scope.dialect.wholeMonths(scope.dialect.toDate(start), scope.today())

/** The column of months of a type whose records are people in each month; null for other types. */
export const monthsColumnOf = ({ columns }: Pick<ReportType, 'columns'>): string | null =>
  columns.find(({ columnId }) => columnId.startsWith('monthsSince'))?.columnId ?? null

/** The months that a filter limits the records to, in ascending order: others need not be made. Null without such a filter. */
export const limitedMonths = (type: Pick<ReportType, 'columns'>, filter: Filter | null): readonly number[] | null => {
  const column = monthsColumnOf(type)
  if (column === null || filter === null) return null
  if ('and' in filter) return filter.and.map((one) => limitedMonths(type, one)).find((one) => one !== null) ?? null
  const conditions = 'or' in filter ? filter.or : [filter]
  const months = conditions.map((one) =>
    'columnId' in one && one.columnId === column && one.comparison === 'Equal' ? Number(one.value) : Number.NaN,
  )
  return months.every(Number.isSafeInteger) ? [...new Set(months)].toSorted((a, b) => a - b) : null
}

/** Column `months` that repeats a row for every whole month from its start until today, the start itself (0) included. */
export const eachMonthSince = (scope: Scope, start: string): string =>
  `${scope.dialect.eachBetween('0', `${monthsUntilToday(scope, start)} + 1`, scope.months)} AS months`

/** Months at which a cohort is looked at: after a first shipment or two, and after whole years. */
export const MILESTONES: readonly number[] = [3, 6, 12, 24, 36]

/** Number of the whole month of the record; records exist only of months that have ended. */
export const monthsColumn = (columnId: string, displayName: string, synonyms: string): Dimension =>
  dimension(columnId, displayName, {
    type: 'integer',
    description: `${displayName}, in whole months, as far as they have passed`,
    synonyms,
    field: stored('months'),
    parse: parseInteger,
  })

/**
 * Net sales from a start until each month since: an order counts in every month that ends after it. Paid orders in the account's
 * currency; minor units. `people`: the relation of those who start, with their key (`service_id`, `source_id`), their customer
 * (`person_service_id`, `person_id`) and `start_local`.
 */
export const salesToDate = (people: (scope: Scope) => string): Join => ({
  relation: (scope) => {
    const { dialect } = scope
    const month = dialect.wholeMonths(dialect.toDate('p.start_local'), dialect.toDate('o.ordered_local'))
    const conditions = [
      `o.payment_status = 'paid'`,
      `o.currency = ${scope.currency()}`,
      ...(scope.withoutClubOrders ? [`o.channel <> 'club'`] : []),
      `${dialect.toDate('o.ordered_local')} >= ${dialect.toDate('p.start_local')}`,
    ]
    const byMonth = `SELECT p.service_id AS service_id, p.source_id AS source_id, p.start_local AS start_local, ${month} AS month, ${dialect.sumInteger('o.net_sales', null)} AS net_sales FROM ${people(scope)} AS p INNER JOIN ${scope.table('orders')} AS o ON o.customer_service_id = p.person_service_id AND o.customer_id = p.person_id WHERE ${conditions.join(' AND ')} GROUP BY p.service_id, p.source_id, p.start_local, ${month}`
    const later = dialect.eachBetween('month + 1', `${monthsUntilToday(scope, 'start_local')} + 1`, scope.months)
    const each = `SELECT service_id, source_id, ${later} AS months, net_sales FROM (${byMonth}) AS m`
    return `(SELECT service_id, source_id, months, ${dialect.sumInteger('net_sales', null)} AS net_sales FROM (${each}) AS e GROUP BY service_id, source_id, months)`
  },
  on: [
    ['service_id', 'service_id'],
    ['source_id', 'source_id'],
    ['months', 'months'],
  ],
})

export const salesUntilMonth: Field = (scope) => `COALESCE(${scope.joined('sales', 'net_sales')}, 0)`
