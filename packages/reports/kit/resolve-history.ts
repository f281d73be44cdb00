import type { HistoryCondition as WireCondition } from '#contract/report-definition.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { isRelativeRange, type OpenRange, parseOpenRange } from '#domain/ranges/relative-range.ts'
import { type RangeCalendar, resolveRange } from '#domain/ranges/resolve-range.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { conditionProblem } from '#semantic/dimension-filter.ts'
import type { ColumnCondition, Filter, HistoryCondition, HistoryEvents } from '#semantic/query.ts'
import { type Problems, resolveColumn } from './problems.ts'

interface HistoryOptions {
  /** of the report */
  readonly type: ReportType
  readonly calendar: RangeCalendar
  readonly customFields: readonly CustomField[]
  readonly problems: Problems
}

type WireEvents = Pick<WireCondition, 'of' | 'filters' | 'dates'>

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
  { filters }: WireEvents,
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

const resolveEvents = (events: WireEvents, field: string, options: HistoryOptions): HistoryEvents | null => {
  const { customFields, problems } = options
  const type = findReportType(events.of, customFields)
  if (type === null) return problems.add(`${field}.of`, `${events.of} is not a report type`)
  if (type.history?.events === undefined) return problems.add(`${field}.of`, `${type.title} are no part of a history`)
  return {
    of: type.reportType,
    filters: resolveConditions(type, events, field, problems),
    dates: resolveDates(events.dates, field, options),
  }
}

const resolveCondition = (
  condition: WireCondition,
  field: string,
  options: HistoryOptions,
): HistoryCondition | null => {
  const { problems } = options
  const { which, count = AT_LEAST_ONE } = condition
  for (const name of ['count', 'after'] as const)
    if (which !== 'any' && condition[name] !== undefined)
      problems.add(`${field}.${name}`, `A condition on the ${which} record has no ${name}`)
  const events = resolveEvents(condition, field, options)
  const before = condition.after ? resolveEvents(condition.after, `${field}.after`, options) : null
  const after = before && { ...before, sameDay: condition.after?.sameDay === true }
  return events && { ...events, which, count, after }
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
