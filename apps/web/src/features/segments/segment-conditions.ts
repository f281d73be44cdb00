import type { Formats } from '#charts/value-format.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import { formatCode } from '#domain/code-labels.ts'
import { RANGE_TITLES } from '#domain/ranges/range-title.ts'
import { isRelativeRange } from '#domain/ranges/relative-range.ts'
import { columnLabel } from '../filter-bar/column-labels.ts'
import { columnIdFromRef } from '../reports/address/report-view.ts'
import { formatFilter } from '../reports/filters/filter-labels.ts'
import { formatHistory } from '../reports/history/history-condition.ts'
import type { ReportTypeInfo } from '../reports/query/report-subject.ts'

/** `a, b or c` */
const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const rangeWords = ({ relativeDateFilter }: ReportDefinition, { columns, dateColumns }: ReportTypeInfo): string[] => {
  const { relativeRange = 'None', columnName } = relativeDateFilter ?? {}
  if (relativeRange === 'None') return []
  const range = isRelativeRange(relativeRange) ? RANGE_TITLES[relativeRange] : relativeRange.replace('/', ' to ')
  return [`${columnLabel(columnName ?? dateColumns[0] ?? '', columns)}: ${range}`]
}

/** What a segment's conditions say, one sentence each. All of them must be met. */
export const describeConditions = (
  definition: ReportDefinition,
  types: readonly ReportTypeInfo[],
  formats: Formats,
): string[] => {
  const type = types.find(({ reportType }) => reportType === definition.reportType)
  if (type === undefined) return []
  const filters = definition.filters.map((filter) => {
    const columnId = columnIdFromRef(filter)
    const column = type.columns.find((one) => one.columnId === columnId)
    return column === undefined ? columnId : formatFilter({ ...filter, columnId }, column, formats)
  })
  const dimensions = (definition.dimensionFilters ?? []).map(({ columnId, values, exclude }) => {
    const names = values.map((value) => (value === null ? 'blank' : formatCode(columnId, value)))
    return `${columnLabel(columnId, type.columns)} is ${exclude ? 'not ' : ''}${ALTERNATIVES.format(names)}`
  })
  const people = (definition.history ?? []).map((one) => `People ${formatHistory(one, types, formats)}`)
  return [
    ...(definition.filterOperator === 'Or' && filters.length > 1 ? [filters.join(' or ')] : filters),
    ...dimensions,
    ...people,
    ...rangeWords(definition, type),
  ]
}
