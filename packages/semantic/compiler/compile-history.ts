import type { CustomField } from '#domain/custom-fields.ts'
import { findEventKind, isAtLeastOne, isNone } from '#domain/history-sentence.ts'
import type { CountComparison } from '#domain/report-terms.ts'
import { findColumn, findReportType } from '../catalog/catalog.ts'
import { type Dimension, InvalidValue } from '../catalog/column.ts'
import type { Field } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { type HistoryCondition, type HistoryEvents, InvalidQuery } from '../query.ts'
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
const includesNone = ({ which, count }: Pick<HistoryCondition, 'which' | 'count'>): boolean =>
  which === 'any' && MEETS[count.comparison](0, count.value)

interface Events extends Pick<HistoryContext, 'scope' | 'minorUnits'> {
  readonly type: ReportType
  readonly wanted: HistoryEvents
}

/** Column of the day that it was done. */
const dayColumn = ({ type, wanted }: Events): string | null =>
  findEventKind(type.history?.events?.kinds ?? [], wanted.filters)?.day ?? type.dateColumn

const dayDimension = (events: Events): Dimension | null => {
  const columnId = dayColumn(events)
  const column = columnId === null ? null : findColumn(events.type, columnId)
  return column?.kind === 'dimension' ? column : null
}

/** What an event has to meet. Amounts are those of the account's currency. */
const eventConditions = (events: Events): string[] => {
  const { type, scope, minorUnits } = events
  const columnId = dayColumn(events)
  const { filters, dates } = events.wanted
  const wanted = combineAll([
    ...filters,
    ...(columnId !== null && dates?.from
      ? [{ columnId, comparison: 'GreaterThanOrEqual' as const, value: dates.from }]
      : []),
    ...(columnId !== null && dates?.until ? [{ columnId, comparison: 'LessThan' as const, value: dates.until }] : []),
  ])
  const isOfMoney = filters.some(({ columnId: id }) => findColumn(type, id)?.type === 'currency')
  return [
    ...(wanted === null ? [] : [compileFilter(wanted, { scope, type, minorUnits })]),
    ...(isOfMoney && type.currencyColumn ? [`(${scope.col(type.currencyColumn)} = ${scope.currency()})`] : []),
  ]
}

/** Values that order the events of a person; the first is null for one without a date. */
const placeOf = (events: Events, key: readonly string[]): readonly string[] => {
  const { type, scope } = events
  const place = type.history?.events?.place
  if (place !== undefined) return [place(scope)]
  const column = dayDimension(events)
  return column === null ? key : [(column.utcField ?? column.field)(scope), ...key]
}

/** The local day of an event. */
const dayOf = (events: Events): string => {
  const column = dayDimension(events)
  if (column === null) throw new InvalidValue(`${events.type.title} have no date`)
  const sql = column.field(events.scope)
  return column.type === 'dateTime' ? events.scope.dialect.toDate(sql) : sql
}

/** Conditions on events, and on all events of one person; empty: there are some. */
const eventsOf = (
  events: Events,
  condition: Pick<HistoryCondition, 'which' | 'count'>,
): { readonly where: readonly string[]; readonly having: string } => {
  const { scope, type } = events
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

/** Records of what people did, with the relation that they are in. */
const openEvents = (wanted: HistoryEvents, { scope: outer, minorUnits, customFields }: HistoryContext): Events => {
  const type = findReportType(wanted.of, customFields)
  if (type?.history?.events === undefined) throw new InvalidValue(`${wanted.of} has no events of a person’s history`)
  return { scope: outer.nested({ isAsOfToday: true }), type, minorUnits, wanted }
}

/** Relation of the events; last, when every needed join is known. */
const relationOf = ({ scope, type }: Events): string => `FROM ${baseTable(scope, type)}${typeJoins(scope, type)}`

const SOME = { which: 'any', count: { comparison: 'GreaterThanOrEqual', value: 1 } } as const

/** A row per person with the day of the first or last of the events. */
const dayPerPerson = (events: Events, end: 'MIN' | 'MAX'): string => {
  const [service, id] = personKeys(events.type, events.scope)
  const { where } = eventsOf(events, SOME)
  const day = dayOf(events)
  const conditions = [...where, `${id} IS NOT NULL`].join(' AND ')
  return `SELECT ${service} AS service, ${id} AS person, ${end}(${day}) AS since ${relationOf(events)} WHERE ${conditions} GROUP BY ${service}, ${id}`
}

/** A join to what was done before, and the condition that it was on an earlier day. */
const laterThan = (
  condition: HistoryCondition,
  events: Events,
  context: HistoryContext,
): readonly [string, string[]] => {
  if (condition.after === null) return ['', []]
  const [service, id] = personKeys(events.type, events.scope)
  const before = dayPerPerson(openEvents(condition.after, context), isNone(condition.count) ? 'MAX' : 'MIN')
  const join = ` INNER JOIN (${before}) AS before ON before.service = ${service} AND before.person = ${id}`
  return [join, [`${dayOf(events)} ${condition.after.sameDay ? '>=' : '>'} before.since`]]
}

/**
 * SQL of whether the person of a record meets a condition: one grouped subquery over the events, not correlated. Records without a person
 * meet none. Throws `InvalidQuery`.
 */
export const compileHistory = (condition: HistoryCondition, context: HistoryContext): string =>
  withinHistory(() => compilePeople(condition, context))

const compilePeople = (condition: HistoryCondition, context: HistoryContext): string => {
  const events = openEvents(condition, context)
  const { where, having } = eventsOf(events, condition)
  const [service, id] = personKeys(events.type, events.scope)
  const [join, isLater] = laterThan(condition, events, context)
  const conditions = [...where, ...isLater, `${id} IS NOT NULL`].join(' AND ')
  const people = `SELECT ${service}, ${id} ${relationOf(events)}${join} WHERE ${conditions} GROUP BY ${service}, ${id}${having === '' ? '' : ` HAVING ${having}`}`
  const [ownService, ownId] = personKeys(context.type, context.scope)
  const isAmong = includesNone(condition) ? 'NOT IN' : 'IN'
  return `(${ownId} IS NOT NULL AND (${ownService}, ${ownId}) ${isAmong} (${people}))`
}
