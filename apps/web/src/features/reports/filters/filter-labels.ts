import { findTimePart, writeTimePart } from '#charts/report/time-part.ts'
import { type Formats, NAMED_NUMBER, namedNumber } from '#charts/value-format.ts'
import { formatCode } from '#domain/code-labels.ts'
import { filterSubject } from '#domain/filter-subject.ts'
import { COMPARISON_LABELS, type Comparison, type FilterLevel } from '#domain/report-terms.ts'
import { type FilterColumn, filterValueKind, needsValue, type ReportFilter, type ValueKind } from './report-filter.ts'

const OF_DAYS: Partial<Record<Comparison, string>> = {
  Equal: 'is on',
  NotEqual: 'is not on',
  GreaterThan: 'is after',
  LessThan: 'is before',
  GreaterThanOrEqual: 'is on or after',
  LessThanOrEqual: 'is on or before',
}

/** Comparison operators as text. */
export const comparisonLabel = (comparison: Comparison, kind: ValueKind): string =>
  (kind === 'day' ? OF_DAYS[comparison] : undefined) ?? COMPARISON_LABELS[comparison]

/** A filter's value as text. */
export const formatFilterValue = (column: FilterColumn, value: ReportFilter['value'], formats: Formats): string => {
  const kind = filterValueKind(column)
  if (kind === 'day') return formats.day(String(value), 'full')
  const part = findTimePart(column.columnId)
  if (part !== null && typeof value === 'string') return writeTimePart(part, value, formats, 'full')
  const number = Number(value)
  if (value === null || value === '' || Number.isNaN(number)) return formatCode(column.columnId, value)
  if (NAMED_NUMBER.test(column.columnId)) return namedNumber(column.columnId, number, formats)
  const isAmount = kind === 'percent' || (kind === 'number' && !column.columnId.endsWith('Year'))
  return isAmount ? formats.value(number, column.format) : formatCode(column.columnId, value)
}

/** What a filter compares. Of a measure in a grouped report: `Total quantity`, `Quantity of each line`. */
export const levelLabel = (column: FilterColumn, level: FilterLevel, groupedType: string): string =>
  filterSubject(groupedType, { displayName: column.displayName, additive: column.additive === true }, level)

/**
 * The filter as a sentence: `Sales channel is Web`.
 * @param groupedType report type of a grouped report; null: its rows are records
 */
export const formatFilter = (
  filter: ReportFilter,
  column: FilterColumn,
  formats: Formats,
  groupedType: string | null = null,
): string => {
  const { comparison, value, appliesTo = 'groups' } = filter
  const isLeveled = groupedType !== null && column.kind === 'measure'
  const subject = isLeveled ? levelLabel(column, appliesTo, groupedType) : column.displayName
  const start = `${subject} ${comparisonLabel(comparison, filterValueKind(column))}`
  return needsValue(comparison) ? `${start} ${formatFilterValue(column, value, formats)}` : start
}
