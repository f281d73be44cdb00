import type { CustomField } from '#domain/custom-fields.ts'
import { isAtLeastOne, isNone } from '#domain/history-sentence.ts'
import type { CountComparison } from '#domain/report-terms.ts'
import { findColumn, findReportType } from '../catalog/catalog.ts'
import { InvalidValue } from '../catalog/column.ts'
import type { Field } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { filterColumns } from '../filter-columns.ts'
import { type HistoryCondition, InvalidQuery } from '../query.ts'
import { compileFilter, OPERATORS } from './compile-filter.ts'
import { baseTable, typeJoins } from './joins.ts'
import type { CompilerScope } from './scope.ts'
import { combineAll } from './split-filter.ts'

const MEETS: Readonly<Record<CountComparison, (count: number, value: number) => boolean>> = {
  GreaterThanOrEqual: (count, value) => count >= value,
  Equal: (count, value) => count === value,
  LessThanOrEqual: (count, value) => count <= value,
  GreaterThan: (count, value) => count > value,
  LessThan: (count, value) => count < value,
}

/** Whether a person without any event meets the condition. */
const includesNone = ({ which, count }: HistoryCondition): boolean =>
  which === 'any' && MEETS[count.comparison](0, count.value)

interface Events extends Pick<HistoryContext, 'scope' | 'minorUnits'> {
  readonly type: ReportType
  readonly condition: HistoryCondition
}

/** What an event has to meet. Amounts are those of the account's currency. */
const eventConditions = ({ type, scope, minorUnits, condition }: Events): string[] => {
  const { dateColumn: columnId } = type
  const { filter, dates } = condition
  const wanted = combineAll([
    ...(filter === null ? [] : [filter]),
    ...(columnId !== null && dates?.from
      ? [{ columnId, comparison: 'GreaterThanOrEqual' as const, value: dates.from }]
      : []),
    ...(columnId !== null && dates?.until ? [{ columnId, comparison: 'LessThan' as const, value: dates.until }] : []),
  ])
  const isOfMoney = filterColumns(filter).some((id) => findColumn(type, id)?.type === 'currency')
  return [
    ...(wanted === null ? [] : [compileFilter(wanted, { scope, type, minorUnits })]),
    ...(isOfMoney && type.currencyColumn ? [`(${scope.col(type.currencyColumn)} = ${scope.currency()})`] : []),
  ]
}

/** Values that order the events of a person; the first is null for one without a date. */
const placeOf = ({ type, scope }: Events, key: readonly string[]): readonly string[] => {
  const place = type.history?.events?.place
  if (place !== undefined) return [place(scope)]
  const column = type.dateColumn === null ? null : findColumn(type, type.dateColumn)
  return column?.kind === 'dimension' ? [(column.utcField ?? column.field)(scope), ...key] : key
}

/** Conditions on events, and on all events of one person; empty: there are some. */
const eventsOf = (events: Events): { readonly where: readonly string[]; readonly having: string } => {
  const { scope, type, condition } = events
  const { which, count } = condition
  const { where, key: fields = [], areParts } = type.history?.events ?? {}
  const counted = where ? [where(scope)] : []
  const wanted = eventConditions(events)
  const key = fields.map((field) => field(scope))
  if (which === 'any' && (isAtLeastOne(count) || isNone(count))) return { where: [...counted, ...wanted], having: '' }
  if (which === 'any') {
    const total = areParts ? scope.dialect.countDistinct(key, null) : scope.dialect.countWhere(null)
    const compared = `${total} ${OPERATORS[count.comparison] ?? '='} ${scope.bind(count.value, 'integer')}`
    return { where: [...counted, ...wanted], having: includesNone(condition) ? `NOT (${compared})` : compared }
  }
  const place = placeOf(events, key)
  const matches = wanted.length === 0 ? 'TRUE' : wanted.join(' AND ')
  return {
    where: [...counted, `${place[0]} IS NOT NULL`],
    having: scope.dialect.anyAtEnd(`(${matches})`, place, which),
  }
}

interface HistoryContext {
  /** of the records that the condition limits */
  readonly scope: CompilerScope
  readonly type: ReportType
  readonly minorUnits: number
  readonly customFields?: readonly CustomField[] | undefined
}

const personKeys = ({ history }: ReportType, scope: CompilerScope): readonly [service: string, id: string] => {
  if (history === undefined) throw new InvalidValue('These records belong to no person, so they have no history')
  const [service, id]: readonly [Field, Field] = history.person
  return [service(scope), id(scope)]
}

/** Names the part of a definition that a wrong value is in. */
const withinHistory = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof InvalidValue) throw new InvalidQuery([{ field: 'history', message: error.message }])
    throw error
  }
}

/**
 * SQL of whether the person of a record meets a condition: one grouped subquery over the events, not correlated. Records without a person
 * meet none. Throws `InvalidQuery`.
 */
export const compileHistory = (condition: HistoryCondition, context: HistoryContext): string =>
  withinHistory(() => compilePeople(condition, context))

const compilePeople = (
  condition: HistoryCondition,
  { scope: outer, type: ofRecords, minorUnits, customFields }: HistoryContext,
): string => {
  const type = findReportType(condition.of, customFields)
  if (type?.history?.events === undefined) throw new InvalidValue(`${condition.of} has no events of a person’s history`)
  const scope = outer.nested({ isAsOfToday: true })
  const { where, having } = eventsOf({ scope, type, minorUnits, condition })
  const [service, id] = personKeys(type, scope)
  const conditions = [...where, `${id} IS NOT NULL`].join(' AND ')
  // last, when every needed join is known
  const from = `FROM ${baseTable(scope, type)}${typeJoins(scope, type)}`
  const people = `SELECT ${service}, ${id} ${from} WHERE ${conditions} GROUP BY ${service}, ${id}${having === '' ? '' : ` HAVING ${having}`}`
  const [ownService, ownId] = personKeys(ofRecords, outer)
  const isAmong = includesNone(condition) ? 'NOT IN' : 'IN'
  return `(${ownId} IS NOT NULL AND (${ownService}, ${ownId}) ${isAmong} (${people}))`
}
