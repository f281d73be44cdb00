import { METRICS, type MetricId, type SubjectKind } from '#insights/account/metric.ts'
import type { DayRange } from '#insights/series/series.ts'
import type { Filter, QueryColumn, SemanticQuery } from '#semantic/query.ts'

const column = (columnId: string): QueryColumn => ({ columnId, aggregation: 'None' })

interface QueryParts {
  readonly reportType: string
  readonly columns: readonly string[]
  readonly groupBy?: readonly string[]
  /** the range and the date column that it filters */
  readonly days?: DayRange & { readonly of: string }
  readonly filter?: Filter | null
  readonly withoutClubOrders?: boolean
  readonly serviceIds?: readonly string[]
}

/** One row per group if there are groups, else one row per record. */
export const historyQuery = ({ days, groupBy, ...wanted }: QueryParts): SemanticQuery => ({
  reportType: wanted.reportType,
  columns: wanted.columns.map(column),
  grain: groupBy === undefined ? 'records' : 'groups',
  groupBy: groupBy ?? [],
  filter: wanted.filter ?? null,
  range: days === undefined ? null : { columnId: days.of, from: days.from, until: days.until },
  sort: [],
  top: null,
  page: null,
  withoutClubOrders: wanted.withoutClubOrders ?? false,
  ...(wanted.serviceIds ? { serviceIds: wanted.serviceIds } : {}),
})

/** Such as `orderDay` for `orderDate`. */
export const dayColumn = (dateColumn: string): string => dateColumn.replace(/Date$/, 'Day')

interface BySubject {
  /** metrics of one report type and date */
  readonly metrics: readonly [MetricId, ...MetricId[]]
  readonly kind: SubjectKind
  readonly range: DayRange
  readonly filter?: Filter | null
  readonly serviceIds?: readonly string[]
}

/** Rows of days × subjects: the day, then the subject if any, then the measures in order. */
export const dailyQuery = ({ metrics, kind, range, filter, serviceIds }: BySubject): SemanticQuery => {
  const [first] = metrics
  const { dateColumn, measure, columnOf, clubOrders } = METRICS[first]
  const columns: Partial<Record<SubjectKind, string>> = columnOf
  const subject = columns[kind]
  const groupBy = [dayColumn(dateColumn), ...(subject === undefined ? [] : [subject])]
  return historyQuery({
    reportType: measure.reportType,
    columns: [...groupBy, ...metrics.map((metric) => METRICS[metric].measure.columnId)],
    groupBy,
    days: { ...range, of: dateColumn },
    withoutClubOrders: clubOrders === 'without',
    filter: filter ?? null,
    ...(serviceIds ? { serviceIds } : {}),
  })
}
