import type { Comparison } from '#domain/report-terms.ts'
import { findColumn } from '../catalog/catalog.ts'
import { type Column, type Dimension, InvalidValue } from '../catalog/column.ts'
import type { ParamType } from '../catalog/dialect.ts'
import type { Scope } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import type { Filter, FilterValue, HistoryCondition } from '../query.ts'

export const OPERATORS: Readonly<Partial<Record<Comparison, string>>> = {
  Equal: '=',
  NotEqual: '<>',
  GreaterThan: '>',
  LessThan: '<',
  GreaterThanOrEqual: '>=',
  LessThanOrEqual: '<=',
}

/** Comparisons that search text. */
const TEXT_COMPARISONS: readonly Comparison[] = ['Contains', 'NotContains', 'StartsWith', 'EndsWith']

const PARAM_TYPE: Readonly<Record<Column['type'], ParamType>> = {
  text: 'text',
  enum: 'text',
  integer: 'integer',
  number: 'number',
  currency: 'number',
  percent: 'number',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'date',
}

/** Whether the column is text and not a date part. */
const isPlainText = (column: Column): boolean =>
  (column.type === 'text' || column.type === 'enum') && !(column.kind === 'dimension' && column.part)

const parseNumber = (value: string | number | boolean): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new InvalidValue('This must be a number')
  return number
}

const parseBoolean = (value: string | number | boolean): boolean => {
  if (typeof value === 'boolean') return value
  const text = String(value).toLowerCase()
  if (text !== 'true' && text !== 'false') throw new InvalidValue('This must be true or false')
  return text === 'true'
}

export interface FilterContext {
  readonly scope: Scope
  readonly type: ReportType
  /** minor units in one major unit of the account's currency */
  readonly minorUnits: number
  /** SQL of the compared value; default: the value of a single record */
  readonly sqlOf?: (column: Column) => string
  /** SQL of a condition on the history of a record's person; absent: there can be none */
  readonly history?: (condition: HistoryCondition) => string
}

/** Rounds off binary fractions: 19.99 is 1999 cents. */
export const toMinor = (major: number, minorUnits: number): number => Number((major * minorUnits).toFixed(6))

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

interface ValueContext {
  readonly scope: Pick<Scope, 'ownCodes'>
  readonly minorUnits: number
}

/** A filter value in the type of its column. Throws `InvalidValue`. */
export const parseFilterValue = (
  column: Column,
  value: string | number | boolean,
  { scope, minorUnits }: ValueContext,
): string | number | boolean => {
  if (column.kind === 'dimension' && column.parse) return column.parse(value, scope)
  if (column.type === 'boolean') return parseBoolean(value)
  if (column.type === 'currency') return toMinor(parseNumber(value), minorUnits)
  if (isPlainText(column)) return String(value)
  return parseNumber(value)
}

const paramType = (column: Column): ParamType => {
  if (column.kind === 'measure') return column.type === 'integer' ? 'number' : PARAM_TYPE[column.type]
  if (column.part?.grain === 'month') return 'date'
  return PARAM_TYPE[column.type]
}

/** Why single records cannot be compared by a column without a value of theirs. */
export const noRecordValue = ({ displayName }: Column): string =>
  `${displayName} has no value for a single record. Apply this filter to groups`

const recordValue = (column: Column, scope: Scope): string => {
  const field = column.kind === 'dimension' ? column.field : column.record
  if (field === null) throw new InvalidValue(noRecordValue(column))
  const sql = field(scope)
  // a day in a filter is a local day and ignores the time of day
  return column.type === 'dateTime' ? scope.dialect.toDate(sql) : sql
}

const textMatch = (comparison: Comparison, sql: string, value: string, scope: Scope): string => {
  const { dialect } = scope
  const text = dialect.foldCase(sql)
  const part = dialect.foldCase(scope.bind(value, 'text'))
  if (comparison === 'StartsWith') return dialect.startsWith(text, part)
  if (comparison === 'EndsWith') return dialect.endsWith(text, part)
  const contains = dialect.contains(text, part)
  return comparison === 'Contains' ? contains : `(NOT ${contains} OR ${sql} IS NULL)`
}

const isNull = (column: Column, sql: string): string =>
  isPlainText(column) ? `(${sql} IS NULL OR ${sql} = '')` : `(${sql} IS NULL)`

interface Condition {
  readonly column: Column
  readonly comparison: Comparison
  readonly value: FilterValue
}

const isAboutBlank = ({ comparison, value }: Condition): boolean =>
  comparison === 'IsNull' ||
  comparison === 'IsNotNull' ||
  (value === null && (comparison === 'Equal' || comparison === 'NotEqual'))

/** Throws `InvalidValue` for a column that cannot be compared like this. */
export const assertComparable = (condition: Condition, context: ValueContext): void => {
  const { column, comparison, value } = condition
  if (isAboutBlank(condition)) return
  if (comparison === 'IsTrue' || comparison === 'IsFalse') {
    if (column.type !== 'boolean') throw new InvalidValue(`${column.displayName} is not true or false`)
    return
  }
  if (value === null) throw new InvalidValue('A value is needed')
  if (!TEXT_COMPARISONS.includes(comparison)) {
    if (!isInstant(condition)) parseFilterValue(column, value, context)
  } else if (!isPlainText(column)) throw new InvalidValue(`${column.displayName} is not text`)
}

/** Equality with a returned timestamp, which identifies its record. */
const isInstant = ({ column, comparison, value }: Condition): boolean =>
  column.kind === 'dimension' &&
  column.utcField !== undefined &&
  comparison === 'Equal' &&
  typeof value === 'string' &&
  INSTANT.test(value)

/** SQL of that equality; null for every other condition. */
const atInstant = (condition: Condition, scope: Scope): string | null => {
  const { column, value } = condition
  if (!isInstant(condition) || column.kind === 'measure' || column.utcField === undefined) return null
  return `(${scope.dialect.instantText(column.utcField(scope))} = ${scope.bind(value, 'text')})`
}

type Span = NonNullable<Dimension['span']>

const endsAfter = ({ end }: Span, sql: string, scope: Scope): string =>
  `(${end(scope)} IS NULL OR ${end(scope)} > ${sql})`

/** Whether a span has any day: one that ends on its first day has none. */
const hasDays = (span: Span, scope: Scope): string => endsAfter(span, span.start(scope), scope)

/** SQL of whether one of a span's days is in a range, whose bounds are SQL; `until` is exclusive. */
export const spanWithin = (span: Span, from: string, until: string, scope: Scope): string =>
  `(${span.start(scope)} < ${until} AND ${endsAfter(span, from, scope)} AND ${hasDays(span, scope)})`

/** Whether a record has a day that compares with the value: an equal one, an earlier one and so on. */
const compileSpan = (span: Span, { column, comparison, value }: Condition, context: FilterContext): string => {
  const { scope } = context
  if (comparison === 'IsNull' || (comparison === 'Equal' && value === null)) return `(NOT ${hasDays(span, scope)})`
  if (comparison === 'IsNotNull' || (comparison === 'NotEqual' && value === null)) return hasDays(span, scope)
  if (value === null) throw new InvalidValue('A value is needed')
  const day = scope.bind(parseFilterValue(column, value, context), 'date')
  const start = span.start(scope)
  const includes = `(${start} <= ${day} AND ${endsAfter(span, day, scope)})`
  switch (comparison) {
    case 'Equal':
      return includes
    case 'NotEqual':
      return `(NOT ${includes})`
    case 'LessThan':
      return `(${start} < ${day} AND ${hasDays(span, scope)})`
    case 'LessThanOrEqual':
      return `(${start} <= ${day} AND ${hasDays(span, scope)})`
    case 'GreaterThan':
      return `(${endsAfter(span, scope.dialect.addDays(day, 1), scope)} AND ${hasDays(span, scope)})`
    case 'GreaterThanOrEqual':
      return `(${endsAfter(span, day, scope)} AND ${hasDays(span, scope)})`
    default:
      throw new InvalidValue(`${column.displayName} is a date, which can’t be compared like this`)
  }
}

const compileCondition = (condition: Condition, context: FilterContext): string => {
  const { scope, sqlOf } = context
  const { column, comparison, value } = condition
  assertComparable(condition, context)
  if (column.kind === 'dimension' && column.span) return compileSpan(column.span, condition, context)
  const instant = atInstant(condition, scope)
  if (instant !== null) return instant
  const sql = sqlOf ? sqlOf(column) : recordValue(column, scope)
  if (comparison === 'IsNull' || (comparison === 'Equal' && value === null)) return isNull(column, sql)
  if (comparison === 'IsNotNull' || (comparison === 'NotEqual' && value === null)) return `(NOT ${isNull(column, sql)})`
  if (comparison === 'IsTrue') return scope.dialect.isTrue(sql)
  if (comparison === 'IsFalse') return scope.dialect.isFalse(sql)
  if (value === null) throw new InvalidValue('A value is needed')
  if (TEXT_COMPARISONS.includes(comparison)) return textMatch(comparison, sql, String(value), scope)
  const operator = OPERATORS[comparison] ?? '='
  const bound = scope.bind(parseFilterValue(column, value, context), paramType(column))
  const compared = `${sql} ${operator} ${bound}`
  return comparison === 'NotEqual' ? `(${compared} OR ${sql} IS NULL)` : `(${compared})`
}

/** SQL of a filter tree over records. Throws `InvalidValue` for a column or value that cannot be compared. */
export const compileFilter = (filter: Filter, context: FilterContext): string => {
  if ('and' in filter) return combine(filter.and, ' AND ', 'TRUE', context)
  if ('or' in filter) return combine(filter.or, ' OR ', 'FALSE', context)
  if ('history' in filter) {
    if (context.history) return context.history(filter.history)
    throw new InvalidValue('A customer-history filter can’t be applied to groups')
  }
  const column = findColumn(context.type, filter.columnId)
  if (column === null) throw new InvalidValue(`${filter.columnId} is not a column of ${context.type.title}`)
  return compileCondition({ column, comparison: filter.comparison, value: filter.value }, context)
}

const combine = (filters: readonly Filter[], operator: string, empty: string, context: FilterContext): string =>
  filters.length === 0 ? empty : `(${filters.map((filter) => compileFilter(filter, context)).join(operator)})`

/** SQL of a dimension of one record, as grouped and as compared with a returned value. */
export const dimensionField = (dimension: Dimension, scope: Scope): string =>
  (dimension.utcField ?? dimension.field)(scope)
