import type { ReportDefinition, ReportDefinitionInput } from '#contract/report-definition.ts'
import { dimensionFilters } from '../../filter-bar/bar-view.ts'
import { compareInForce, type ReportView, toColumnName } from '../address/report-view.ts'
import type { ReportFilter } from '../filters/report-filter.ts'
import { findDateColumn } from '../query/report-request.ts'
import type { LoadedReport } from '../query/report-subject.ts'

interface Days {
  readonly from: string
  readonly until: string
}

/** Days as filters, since a definition contains only relative ranges. */
const dayFilters = (columnId: string, { from, until }: Days): readonly ReportFilter[] => [
  { columnId, comparison: 'GreaterThanOrEqual', value: from },
  { columnId, comparison: 'LessThan', value: until },
]

interface Dates {
  readonly relative: ReportDefinition['relativeDateFilter']
  readonly filters: readonly ReportFilter[]
}

const datesOf = (report: LoadedReport, view: ReportView, resolved: Days | null): Dates => {
  const own = report.definition.relativeDateFilter
  const column = findDateColumn(report, view)
  const { range } = view
  if (range.kind === 'relative') {
    return { relative: { relativeRange: range.range, columnName: toColumnName(range.column) }, filters: [] }
  }
  if (range.kind === 'days' && column !== null) return { relative: null, filters: dayFilters(column, range) }
  // A range without a name is stored by its first day, so that it continues.
  const isUnnamed = report.rangeName !== null && resolved !== null && column !== null
  const since = isUnnamed ? dayFilters(column, resolved).slice(0, 1) : []
  return { relative: own, filters: since }
}

/** Whether a view's filters can be added to the report's own, which is not possible with Or. */
export const canCopy = ({ definition }: LoadedReport, view: ReportView): boolean =>
  definition.filterOperator === 'And' ||
  definition.filters.length < 2 ||
  (view.filters.length === 0 && view.range.kind !== 'days')

/** Values and club switch of the view, in addition to those of the report. */
const mergedFilterBar = (
  { definition }: LoadedReport,
  view: ReportView,
): Pick<ReportDefinitionInput, 'dimensionFilters' | 'includeClubOrders'> => {
  const filters = [...(definition.dimensionFilters ?? []), ...dimensionFilters(view.dimensionFilters)]
  const hasClubs = view.includeClubOrders && definition.includeClubOrders !== false
  return {
    ...(filters.length === 0 ? {} : { dimensionFilters: filters }),
    ...(hasClubs ? {} : { includeClubOrders: false }),
  }
}

/** The current view of a report as a definition. `resolved`: its days, `until` exclusive. */
export const copiedDefinition = (
  report: LoadedReport,
  view: ReportView,
  resolved: Days | null,
): ReportDefinitionInput => {
  const { definition } = report
  const dates = datesOf(report, view, resolved)
  const added = [...view.filters, ...dates.filters]
  return {
    reportType: definition.reportType,
    description: report.description,
    serviceType: definition.serviceType,
    serviceId: definition.serviceId,
    columns: definition.columns,
    filters: [...definition.filters, ...added],
    filterOperator: added.length === 0 ? definition.filterOperator : 'And',
    ...mergedFilterBar(report, view),
    ...(definition.history === undefined ? {} : { history: definition.history }),
    groupColumns: definition.groupColumns,
    groupLimits: definition.groupLimits,
    pivot: definition.pivot,
    orderColumns: view.sort === null ? definition.orderColumns : [...view.sort],
    relativeDateFilter: dates.relative,
    compare: compareInForce(definition, view),
    top: definition.top,
    calculations: definition.calculations,
    requiresFilter: definition.requiresFilter,
    columnOrder: view.columns === null ? definition.columnOrder : [...view.columns],
    aggregations: definition.aggregations,
    chart: definition.chart,
  }
}
