import type { z } from 'zod'
import type { ReportDefinition, ReportQuery } from '#contract/reports.ts'
import { type CompareMode, comparisonRange } from '#domain/ranges/comparison-range.ts'
import { type RangeChoice, RELATIVE_RANGES, type RelativeRange } from '#domain/ranges/relative-range.ts'
import { type RangeCalendar, type ResolvedRange, resolveRange } from '#domain/ranges/resolve-range.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { InvalidQuery, type QueryProblem } from '#semantic/invalid-query.ts'
import type { Filter, QuerySort, SemanticQuery } from '#semantic/query.ts'
import { ownRangeOf } from './own-range.ts'

/** A parsed request whose definition was looked up, with what this call adds to it. */
export type ReportRequest = Omit<z.output<typeof ReportQuery>, 'definition'> & { readonly definition: ReportDefinition }

export interface ResolvedReport {
  /** without page */
  readonly query: SemanticQuery
  readonly range: ResolvedRange | null
  readonly compareRange: ResolvedRange | null
}

interface ColumnRef {
  readonly columnId?: string | undefined
  readonly columnName?: string | undefined
}

/** Collects what is wrong, so that one answer names every field at fault. */
class Problems {
  readonly #problems: QueryProblem[] = []

  add(field: string, message: string): null {
    this.#problems.push({ field, message })
    return null
  }

  demandNone(): void {
    if (this.#problems.length > 0) throw new InvalidQuery(this.#problems)
  }
}

const columnOf = (type: ReportType, ref: ColumnRef, field: string, problems: Problems): Column | null => {
  const name = ref.columnId ?? ref.columnName
  if (name === undefined) return problems.add(field, 'A columnId is needed')
  return findColumn(type, name) ?? problems.add(field, `${name} is not a column of ${type.title}`)
}

const isRelativeRange = (text: string): text is RelativeRange => (RELATIVE_RANGES as readonly string[]).includes(text)

interface RangeRequest {
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

const requestedRange = (request: ReportRequest, calendar: RangeCalendar, problems: Problems): RangeRequest | null => {
  const { definition, relativeDate, from, until } = request
  const filter = definition.relativeDateFilter
  if (from !== undefined || until !== undefined) {
    if (from === undefined || until === undefined)
      return problems.add(from === undefined ? 'from' : 'until', 'from and until go together')
    if (from >= until) return problems.add('until', 'until must be after from')
    // Beside days, a relative date only names the column that they limit: `ShipDate-None`.
    const named = relativeDate === undefined ? null : parseRelativeDate(relativeDate, problems)
    return { choice: { from, until }, column: named?.column ?? filter?.columnName ?? null }
  }
  if (relativeDate !== undefined) return parseRelativeDate(relativeDate, problems)
  const own = ownRangeOf(definition)
  if (own !== null) return { choice: own.resolve(calendar), column: filter?.columnName ?? null }
  if (filter === null) return null
  if (!isRelativeRange(filter.relativeRange))
    return problems.add('relativeDateFilter.relativeRange', `${filter.relativeRange} is not a range`)
  return { choice: filter.relativeRange, column: filter.columnName ?? null }
}

const dateColumn = (type: ReportType, name: string | null, problems: Problems): string | null => {
  const wanted = name ?? type.dateColumn
  if (wanted === null) return problems.add('relativeDateFilter', `${type.title} have no date`)
  const column = columnOf(type, { columnId: wanted }, 'relativeDateFilter.columnName', problems)
  if (column === null) return null
  const isDate = column.kind === 'dimension' && !column.part && (column.type === 'date' || column.type === 'dateTime')
  return isDate ? column.columnId : problems.add('relativeDateFilter.columnName', `${column.displayName} is not a date`)
}

type WireFilter = ReportDefinition['filters'][number]

const toFilter = (type: ReportType, filter: WireFilter, field: string, problems: Problems): Filter[] => {
  const column = columnOf(type, filter, field, problems)
  return column === null ? [] : [{ columnId: column.columnId, comparison: filter.comparison, value: filter.value }]
}

const filterOf = (type: ReportType, { definition, filters }: ReportRequest, problems: Problems): Filter | null => {
  const own = definition.filters.flatMap((one, place) => toFilter(type, one, `filters[${place}]`, problems))
  const added = filters.flatMap((one, place) => toFilter(type, one, `filters[${place}]`, problems))
  const joined: Filter[] = own.length === 0 ? [] : [definition.filterOperator === 'Or' ? { or: own } : { and: own }]
  const all = [...joined, ...added]
  return all.length === 0 ? null : { and: all }
}

const sortOf = (
  type: ReportType,
  definition: ReportDefinition,
  columnIds: readonly string[],
  problems: Problems,
): QuerySort[] =>
  definition.orderColumns.flatMap((sort, place): QuerySort[] => {
    const field = `orderColumns[${place}]`
    const column = columnOf(type, sort, field, problems)
    if (column === null) return []
    const at = columnIds.indexOf(column.columnId)
    if (at >= 0) return [{ column: at, direction: sort.direction }]
    problems.add(field, `${column.displayName} is not one of the report's columns`)
    return []
  })

/**
 * A report request as a query with resolved dates. Rows are records without groups and aggregations, else groups.
 * Throws `InvalidQuery` naming each field at fault.
 */
export const resolveReport = (request: ReportRequest, calendar: RangeCalendar): ResolvedReport => {
  const { definition } = request
  const type = findReportType(definition.reportType)
  if (type === null)
    throw new InvalidQuery([{ field: 'reportType', message: `${definition.reportType} is not a report type` }])
  const problems = new Problems()
  const columns = definition.columns.flatMap(({ aggregation, ...ref }, place) => {
    const column = columnOf(type, ref, `columns[${place}]`, problems)
    return column === null ? [] : [{ columnId: column.columnId, aggregation }]
  })
  const groupBy = definition.groupColumns.flatMap((name, place) => {
    const column = columnOf(type, { columnId: name }, `groupColumns[${place}]`, problems)
    return column === null ? [] : [column.columnId]
  })
  const filter = filterOf(type, request, problems)
  const wanted = requestedRange(request, calendar, problems)
  const isLimited = wanted !== null && wanted.choice !== 'None'
  const rangeColumn = isLimited ? dateColumn(type, wanted.column, problems) : null
  if (definition.requiresFilter && filter === null && !isLimited)
    problems.add('filters', 'This report needs a filter or a date range')
  const sort = sortOf(
    type,
    definition,
    columns.map(({ columnId }) => columnId),
    problems,
  )
  problems.demandNone()

  const range = isLimited ? resolveRange(wanted.choice, calendar) : null
  const isGrouped = groupBy.length > 0 || columns.some(({ aggregation }) => aggregation !== 'None')
  const query: SemanticQuery = {
    reportType: type.reportType,
    columns,
    grain: isGrouped ? 'groups' : 'records',
    groupBy,
    filter,
    range: range && rangeColumn !== null ? { columnId: rangeColumn, from: range.from, until: range.until } : null,
    sort,
    top: definition.top,
    page: null,
  }
  return { query, range, compareRange: compareTo(range, wanted, calendar, request.compare) }
}

const compareTo = (
  range: ResolvedRange | null,
  wanted: RangeRequest | null,
  calendar: RangeCalendar,
  mode: CompareMode | undefined,
): ResolvedRange | null =>
  range === null || wanted === null || mode === undefined ? null : comparisonRange(wanted.choice, range, calendar, mode)
