import type { z } from 'zod'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { ReportQuery } from '#contract/reports.ts'
import { isRelativeRange, parseFixedRange, type RangeChoice } from '#domain/ranges/relative-range.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { findOwnRange } from './own-range.ts'
import { type Problems, resolveColumn } from './problems.ts'

interface DatedRequest extends Pick<z.output<typeof ReportQuery>, 'relativeDate' | 'from' | 'until'> {
  readonly definition: ReportDefinition
}

export interface RangeRequest {
  readonly choice: RangeChoice
  readonly column: string | null
}

/** `OrderDate-Last30Days` → its column and range. */
const parseRelativeDate = (text: string, problems: Problems): RangeRequest | null => {
  const [, column, range] = /^(\w+)-(\w+)$/.exec(text) ?? []
  if (column === undefined || range === undefined || !isRelativeRange(range))
    return problems.add('relativeDate', `${text} is not a range such as OrderDate-Last30Days`)
  return { choice: range, column }
}

/** A custom range. With one, a relative date only names the date column: `ShipDate-None`. */
const customRange = (
  { definition, relativeDate, from, until }: DatedRequest,
  problems: Problems,
): RangeRequest | null => {
  if (from === undefined || until === undefined)
    return problems.add(from === undefined ? 'from' : 'until', 'from and until must be used together')
  if (from >= until) return problems.add('until', 'until must be after from')
  const named = relativeDate === undefined ? null : parseRelativeDate(relativeDate, problems)
  return { choice: { from, until }, column: named?.column ?? definition.relativeDateFilter?.columnName ?? null }
}

/** The range of the request, else that of its definition; null for none. */
export const requestedRange = (
  request: DatedRequest,
  calendar: RangeCalendar,
  problems: Problems,
): RangeRequest | null => {
  const { definition, relativeDate, from, until } = request
  if (from !== undefined || until !== undefined) return customRange(request, problems)
  if (relativeDate !== undefined) return parseRelativeDate(relativeDate, problems)
  const filter = definition.relativeDateFilter
  const own = findOwnRange(definition)
  if (own !== null) return { choice: own.resolve(calendar), column: filter?.columnName ?? null }
  if (filter === null) return null
  const fixed = parseFixedRange(filter.relativeRange)
  if (fixed !== null) return { choice: fixed, column: filter.columnName ?? null }
  if (!isRelativeRange(filter.relativeRange))
    return problems.add('relativeDateFilter.relativeRange', `${filter.relativeRange} is not a range`)
  return { choice: filter.relativeRange, column: filter.columnName ?? null }
}

/** The date column of a range: the named one, else the type's default. */
export const rangeColumn = (type: ReportType, name: string | null, problems: Problems): string | null => {
  const wanted = name ?? type.dateColumn
  if (wanted === null) return problems.add('relativeDateFilter', `${type.title} have no date column`)
  const column = resolveColumn(type, { columnId: wanted }, 'relativeDateFilter.columnName', problems)
  if (column === null) return null
  const isDate = column.kind === 'dimension' && !column.part && (column.type === 'date' || column.type === 'dateTime')
  return isDate ? column.columnId : problems.add('relativeDateFilter.columnName', `${column.displayName} is not a date`)
}
