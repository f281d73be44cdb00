import type { ReportDefinition } from '#contract/report-definition.ts'
import { fixedRangeText } from '#domain/ranges/relative-range.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { ownRangeNamed } from '#reports/kit/own-range.ts'
import { isInOrder } from '../../marks/mark-addresses.ts'
import { columnIdFromRef, columnNamed } from '../address/report-view.ts'
import type { LoadedReport } from './report-subject.ts'

/** The definition with another group column in the place of its first one. */
const regroupedDefinition = (definition: ReportDefinition, columnId: string): ReportDefinition => {
  const { columns, groupColumns, columnOrder, orderColumns, chart } = definition
  const own = columnIdFromRef({ columnId: groupColumns[0] })
  const replace = (name: string): string => (columnIdFromRef({ columnId: name }) === own ? columnId : name)
  return {
    ...definition,
    columns: columns.map((column) => (columnIdFromRef(column) === own ? { ...column, columnId } : column)),
    groupColumns: groupColumns.map(replace),
    columnOrder: columnOrder.map(replace),
    orderColumns: isInOrder(columnId)
      ? [{ columnId, direction: 'asc' }]
      : orderColumns.map((order) => ({ ...order, columnId: replace(columnIdFromRef(order)) })),
    chart: chart && { ...chart, x: chart.x === null ? null : replace(chart.x), series: chart.series.map(replace) },
  }
}

/** The report grouped as the URL says, of the range that it opens with; unless that is one of its choices, as it is. */
export const regroup = (report: LoadedReport, name: unknown, calendar: RangeCalendar): LoadedReport => {
  const column = typeof name === 'string' ? columnNamed(report.type.columns, name) : null
  const [own, ...others] = report.groupChoices
  if (column === null || column.columnId === own || !others.includes(column.columnId)) return report
  const range = report.rangeName === null ? null : ownRangeNamed(report.rangeName)
  const { relativeDateFilter, ...regrouped } = regroupedDefinition(report.definition, column.columnId)
  const definition = {
    ...regrouped,
    relativeDateFilter: relativeDateFilter && {
      ...relativeDateFilter,
      ...(range === null ? {} : { relativeRange: fixedRangeText(range.resolve(calendar)) }),
    },
  }
  return { ...report, ref: definition, definition }
}
