import type { HistoryCondition as WireCondition } from '#contract/report-definition.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { isRelativeRange, type OpenRange, parseOpenRange } from '#domain/ranges/relative-range.ts'
import { type RangeCalendar, resolveRange } from '#domain/ranges/resolve-range.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { conditionProblem } from '#semantic/dimension-filter.ts'
import type { ColumnCondition, Filter, HistoryCondition } from '#semantic/query.ts'
import { type Problems, resolveColumn } from './problems.ts'

interface HistoryOptions {
  /** of the report */
  readonly type: ReportType
  readonly calendar: RangeCalendar
  readonly customFields: readonly CustomField[]
  readonly problems: Problems
}

const AT_LEAST_ONE: HistoryCondition['count'] = { comparison: 'GreaterThanOrEqual', value: 1 }

const resolveDates = (
  dates: string | null,
  field: string,
  { calendar, problems }: Pick<HistoryOptions, 'calendar' | 'problems'>,
): OpenRange | null => {
  if (dates === null) return null
  if (isRelativeRange(dates)) {
    const range = resolveRange(dates, calendar)
    return range && { from: range.from, until: range.until }
  }
  return parseOpenRange(dates) ?? problems.add(`${field}.dates`, `${dates} is not a range`)
}

const resolveConditions = (
  type: ReportType,
  { filters }: WireCondition,
  field: string,
  problems: Problems,
): ColumnCondition[] =>
  filters.flatMap(({ columnId, comparison, value }, index) => {
    const own = `${field}.filters[${index}]`
    const column = resolveColumn(type, { columnId }, `${own}.columnId`, problems)
    if (column === null) return []
    const message = conditionProblem(type, column, { comparison, value })
    if (message !== null) problems.add(`${own}.value`, message)
    return [{ columnId: column.columnId, comparison, value }]
  })

const resolveCondition = (
  condition: WireCondition,
  field: string,
  options: HistoryOptions,
): HistoryCondition | null => {
  const { customFields, problems } = options
  const { of, which, count } = condition
  const type = findReportType(of, customFields)
  if (type === null) return problems.add(`${field}.of`, `${of} is not a report type`)
  if (type.history?.events === undefined) return problems.add(`${field}.of`, `${type.title} are no part of a history`)
  if (which !== 'any' && count !== undefined)
    problems.add(`${field}.count`, `A condition on the ${which} record has no count`)
  const filters = resolveConditions(type, condition, field, problems)
  return {
    of: type.reportType,
    which,
    filter: filters.length === 0 ? null : { and: filters },
    dates: resolveDates(condition.dates, field, options),
    count: count ?? AT_LEAST_ONE,
  }
}

/** Conditions of a definition on the people to whom the report's records belong, with resolved dates. */
export const resolveHistory = (conditions: readonly WireCondition[], options: HistoryOptions): Filter[] => {
  const { type, problems } = options
  if (conditions.length > 0 && type.history === undefined) {
    problems.add('history', `${type.title} aren’t linked to customers, so they can’t be filtered by customer history`)
    return []
  }
  return conditions.flatMap((condition, index) => {
    const history = resolveCondition(condition, `history[${index}]`, options)
    return history === null ? [] : [{ history }]
  })
}
