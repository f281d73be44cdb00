import type { ReportDefinition } from '#contract/report-definition.ts'
import type { ReportQuery } from '#contract/reports.ts'
import { NO_COMPARISON } from '#domain/ranges/comparison-mode.ts'
import { dimensionFilters } from '../../filter-bar/bar-view.ts'
import {
  columnIdFromRef,
  type RangeView,
  type ReportSubject,
  type ReportView,
  toColumnName,
} from '../address/report-view.ts'
import type { LoadedReport } from './report-subject.ts'

/** A report request without its page: the same for table, chart, drill, explain and export. */
export type ReportRequest = Pick<
  ReportQuery,
  | 'definition'
  | 'filters'
  | 'dimensionFilters'
  | 'includeClubOrders'
  | 'relativeDate'
  | 'from'
  | 'until'
  | 'compare'
  | 'sort'
>

/** Rows per request: grouped reports load all, so that the chart shows every group. */
const GROUPS_AT_ONCE = 500
const RECORDS_PER_PAGE = 50

export const isGrouped = ({
  groupColumns,
  columns,
  calculations = [],
}: Pick<ReportDefinition, 'groupColumns' | 'columns'> & Partial<Pick<ReportDefinition, 'calculations'>>): boolean =>
  groupColumns.length > 0 ||
  columns.some(
    ({ columnId, aggregation }) => aggregation !== 'None' || calculations.some((one) => one.columnId === columnId),
  )

export const reportPageSize = (definition: ReportDefinition): number =>
  isGrouped(definition) ? GROUPS_AT_ONCE : RECORDS_PER_PAGE

export const reportSubject = ({ definition, type, rangeName }: LoadedReport): ReportSubject => ({
  definition,
  columns: type.columns,
  dateColumns: type.dateColumns,
  hasRangeOfItsOwn: rangeName !== null,
})

/** Of a request or a tile; empty for those of the report. */
export interface RequestedDates {
  readonly relativeDate?: string
  /** with `until`, which is exclusive */
  readonly from?: string
  readonly until?: string
}

/** The range of a request; empty for the report's own. */
export const rangeRequest = (range: RangeView): RequestedDates => {
  if (range.kind === 'own') return {}
  if (range.kind === 'relative') return { relativeDate: `${toColumnName(range.column)}-${range.range}` }
  const { column, from, until } = range
  return { from, until, ...(column === null ? {} : { relativeDate: `${toColumnName(column)}-None` }) }
}

/** Records cannot be compared. */
const compareRequest = ({ definition }: LoadedReport, { compare }: ReportView): Pick<ReportRequest, 'compare'> => {
  if (!isGrouped(definition)) return definition.compare === null ? {} : { compare: NO_COMPARISON }
  return compare === null ? {} : { compare }
}

/** The request of a view. */
export const buildRequest = (report: LoadedReport, view: ReportView): ReportRequest => ({
  definition: report.ref,
  ...rangeRequest(view.range),
  ...compareRequest(report, view),
  ...(view.filters.length === 0 ? {} : { filters: [...view.filters] }),
  ...(view.dimensionFilters.length === 0 ? {} : { dimensionFilters: dimensionFilters(view.dimensionFilters) }),
  ...(view.includeClubOrders ? {} : { includeClubOrders: false }),
  ...(view.sort === null ? {} : { sort: [...view.sort] }),
})

/** Whether anything limits the report: some require a filter or a range. */
export const isLimited = (
  { definition, rangeName }: LoadedReport,
  { range, filters, dimensionFilters: ofValues }: ReportView,
): boolean => {
  if (filters.length + ofValues.length + definition.filters.length > 0) return true
  if (range.kind === 'own')
    return rangeName !== null || (definition.relativeDateFilter?.relativeRange ?? 'None') !== 'None'
  return range.kind === 'days' || range.range !== 'None'
}

/** The columnId of a view's range; null: the report has no date. */
export const findDateColumn = ({ definition, type }: LoadedReport, { range }: ReportView): string | null => {
  if (range.kind !== 'own' && range.column !== null) return range.column
  const own = definition.relativeDateFilter
  return own?.columnName === undefined ? (type.dateColumns[0] ?? null) : columnIdFromRef(own)
}
