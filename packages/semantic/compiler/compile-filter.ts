import type { Comparison } from '#domain/report-terms.ts'
import { findColumn } from '../catalog/catalog.ts'
import { type Column, type Dimension, InvalidValue } from '../catalog/column.ts'
import type { ParamType } from '../catalog/dialect.ts'
import type { Scope } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import type { Filter, FilterValue } from '../query.ts'

const OPERATORS: Readonly<Partial<Record<Comparison, string>>> = {
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
}

/** Rounds off binary fractions: 19.99 is 1999 cents. */
export const toMinor = (major: number, minorUnits: number): number => Number((major * minorUnits).toFixed(6))

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** A filter value in the type of its column. Throws `InvalidValue`. */
export const parseFilterValue = (
  column: Column,
  value: string | number | boolean,
  { scope, minorUnits }: Pick<FilterContext, 'minorUnits'> & { readonly scope: Pick<Scope, 'ownCodes'> },
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

const recordValue = (column: Column, scope: Scope): string => {
  const field = column.kind === 'dimension' ? column.field : column.record
  if (field === null)
    throw new InvalidValue(
      `${column.displayName} has no value for a single record, so only groups can be filtered by it`,
    )
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

/** Equality with a returned timestamp, which identifies its record; null for every other condition. */
const atInstant = ({ column, comparison, value }: Condition, scope: Scope): string | null => {
  if (column.kind === 'measure' || column.utcField === undefined || comparison !== 'Equal') return null
  if (typeof value !== 'string' || !INSTANT.test(value)) return null
  return `(${scope.dialect.instantText(column.utcField(scope))} = ${scope.bind(value, 'text')})`
}

const compileCondition = (condition: Condition, context: FilterContext): string => {
  const { scope, sqlOf } = context
  const { column, comparison, value } = condition
  const instant = atInstant(condition, scope)
  if (instant !== null) return instant
  const sql = sqlOf ? sqlOf(column) : recordValue(column, scope)
  if (comparison === 'IsNull' || (comparison === 'Equal' && value === null)) return isNull(column, sql)
  if (comparison === 'IsNotNull' || (comparison === 'NotEqual' && value === null)) return `(NOT ${isNull(column, sql)})`
  if (comparison === 'IsTrue' || comparison === 'IsFalse') {
    if (column.type !== 'boolean') throw new InvalidValue(`${column.displayName} is not true or false`)
    return comparison === 'IsTrue' ? scope.dialect.isTrue(sql) : scope.dialect.isFalse(sql)
  }
  if (value === null) throw new InvalidValue('A value is needed')
  if (TEXT_COMPARISONS.includes(comparison)) {
    if (!isPlainText(column)) throw new InvalidValue(`${column.displayName} is not text`)
    return textMatch(comparison, sql, String(value), scope)
  }
  const operator = OPERATORS[comparison] ?? '='
  const bound = scope.bind(parseFilterValue(column, value, context), paramType(column))
  const compared = `${sql} ${operator} ${bound}`
  return comparison === 'NotEqual' ? `(${compared} OR ${sql} IS NULL)` : `(${compared})`
}

/** SQL of a filter tree over records. Throws `InvalidValue` for a column or value that cannot be compared. */
export const compileFilter = (filter: Filter, context: FilterContext): string => {
  if ('and' in filter) return combine(filter.and, ' AND ', 'TRUE', context)
  if ('or' in filter) return combine(filter.or, ' OR ', 'FALSE', context)
  const column = findColumn(context.type, filter.columnId)
  if (column === null) throw new InvalidValue(`${filter.columnId} is not a column of ${context.type.title}`)
  return compileCondition({ column, comparison: filter.comparison, value: filter.value }, context)
}

const combine = (filters: readonly Filter[], operator: string, empty: string, context: FilterContext): string =>
  filters.length === 0 ? empty : `(${filters.map((filter) => compileFilter(filter, context)).join(operator)})`

/** SQL of a dimension of one record, as grouped and as compared with a returned value. */
export const dimensionField = (dimension: Dimension, scope: Scope): string =>
  (dimension.utcField ?? dimension.field)(scope)
