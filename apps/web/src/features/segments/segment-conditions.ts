import type { Formats } from '#charts/value-format.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import { formatCode } from '#domain/code-labels.ts'
import { RANGE_TITLES } from '#domain/ranges/range-title.ts'
import { isRelativeRange } from '#domain/ranges/relative-range.ts'
import { isSameText } from '#domain/text.ts'
import { columnIdFromRef } from '../reports/address/report-view.ts'
import { formatFilter } from '../reports/filters/filter-labels.ts'
import { formatHistory } from '../reports/history/history-condition.ts'
import type { ReportTypeInfo } from '../reports/query/report-subject.ts'

const listed = (values: readonly string[]): string =>
  values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`

const rangeWords = ({ relativeDateFilter }: ReportDefinition, type: ReportTypeInfo): string[] => {
  const { relativeRange = 'None', columnName } = relativeDateFilter ?? {}
  if (relativeRange === 'None') return []
  const name = columnName ?? type.dateColumns[0] ?? ''
  const column = type.columns.find(({ columnId }) => isSameText(columnId, name))
  const range = isRelativeRange(relativeRange) ? RANGE_TITLES[relativeRange] : relativeRange.replace('/', ' to ')
  return [`${column?.displayName ?? name}: ${range}`]
}

/** What a segment's conditions say, one sentence each. All of them must be met. */
export const describeConditions = (
  definition: ReportDefinition,
  types: readonly ReportTypeInfo[],
  formats: Formats,
): string[] => {
  const type = types.find(({ reportType }) => reportType === definition.reportType)
  if (type === undefined) return []
  const nameOf = (columnId: string): string =>
    type.columns.find((one) => one.columnId === columnId)?.displayName ?? columnId
  const filters = definition.filters.map((filter) => {
    const columnId = columnIdFromRef(filter)
    const column = type.columns.find((one) => one.columnId === columnId)
    return column === undefined ? columnId : formatFilter({ ...filter, columnId }, column, formats)
  })
  const dimensions = (definition.dimensionFilters ?? []).map(
    ({ columnId, values, exclude }) =>
      `${nameOf(columnId)} is ${exclude ? 'not ' : ''}${listed(values.map((value) => (value === null ? 'blank' : formatCode(columnId, value))))}`,
  )
  const people = (definition.history ?? []).map((one) => `People ${formatHistory(one, types, formats)}`)
  return [
    ...(definition.filterOperator === 'Or' && filters.length > 1 ? [filters.join(' or ')] : filters),
    ...dimensions,
    ...people,
    ...rangeWords(definition, type),
  ]
}
