import type { Comparison } from '#domain/report-terms.ts'
import { isDay, plusDays } from './days.ts'
import { listDays } from './ranges.ts'
import type { ReferenceColumn, ReferenceRecord, Test, ValueType } from './report-type.ts'
import { compareValues, ignoreCase, refuse, type Value } from './value.ts'

const wholeNumber = (value: string | number | boolean): number => {
  const number = numeric(value)
  return Number.isSafeInteger(number) ? number : refuse(`${value} is no whole number`)
}

const numeric = (value: string | number | boolean): number => {
  if (typeof value === 'boolean' || (typeof value === 'string' && value.trim() === '')) return refuse('no number')
  const number = Number(value)
  return Number.isFinite(number) ? number : refuse(`${value} is no number`)
}

const truth = (value: string | number | boolean): boolean => {
  const word = String(value).toLowerCase()
  return word === 'true' || (word === 'false' ? false : refuse(`${value} is neither true nor false`))
}

const written = (pattern: RegExp) => (value: string | number | boolean) => {
  const text = String(value).trim().toUpperCase()
  return typeof value !== 'boolean' && pattern.test(text) ? text : refuse(`${value} is not of the form ${pattern}`)
}

const localDay = (value: string | number | boolean): string => {
  const text = String(value).trim()
  return typeof value !== 'boolean' && isDay(text) ? text : refuse(`${value} is no day`)
}

/** How a filter's value is read, by the type of the column it is compared with. */
const READ: Readonly<Record<ValueType, (value: string | number | boolean) => string | number | boolean>> = {
  // text cannot contain half a surrogate pair
  text: (value) => String(value).toWellFormed(),
  integer: wholeNumber,
  number: numeric,
  currency: numeric,
  percent: numeric,
  boolean: truth,
  day: localDay,
  timestamp: localDay,
  month: written(/^\d{4}-(0[1-9]|1[0-2])$/),
  quarter: written(/^\d{4}-Q[1-4]$/),
}

/** A measure's whole number is compared with any number, a dimension's only with whole ones. */
const valueReader = ({ kind, type }: ReferenceColumn) =>
  kind === 'measure' && type === 'integer' ? numeric : READ[type]

const LOOKS_INTO_TEXT: readonly Comparison[] = ['Contains', 'NotContains', 'StartsWith', 'EndsWith']

const isOneOf = (comparison: Comparison, ...ones: Comparison[]): boolean => ones.includes(comparison)

const asksForNull = ({ comparison, value }: Test): boolean =>
  isOneOf(comparison, 'IsNull', 'IsNotNull') || (value === null && isOneOf(comparison, 'Equal', 'NotEqual'))

/** Refuses what cannot be compared. A measure has to have a value of each record when records are what is filtered. */
export const assertComparable = (test: Test): void => {
  const { column, comparison, value, isOfGroups } = test
  if (column.kind === 'measure' && !column.hasRecords && !isOfGroups) refuse('a number of many records is none of one')
  if (asksForNull(test)) return
  if (isOneOf(comparison, 'IsTrue', 'IsFalse')) {
    if (column.type !== 'boolean') refuse('not true or false')
    return
  }
  const isOfCode = column.kind === 'dimension' && column.codes && isOneOf(comparison, 'Equal', 'NotEqual')
  if (isOfCode && !column.codes.includes(String(value))) refuse(`${value} is no code`)
  if (value === null) refuse('nothing to compare with')
  else if (!LOOKS_INTO_TEXT.includes(comparison)) valueReader(column)(value)
  else if (column.type !== 'text') refuse('not text')
}

/** The value of a record that a filter compares: the local day of a timestamp, a number as it is shown. */
const comparedValue = ({ columnId, column }: Test, record: ReferenceRecord, minorUnits: number): Value => {
  if (column.type === 'timestamp') return record.days[columnId] ?? null
  const value = record.values[columnId] ?? null
  if (typeof value !== 'number') return value
  return value / (column.type === 'currency' ? minorUnits : column.scale)
}

const searchesText = (comparison: Comparison, text: string, part: string): boolean => {
  const [all, some] = [ignoreCase(text), ignoreCase(part)]
  if (comparison === 'StartsWith') return all.startsWith(some)
  if (comparison === 'EndsWith') return all.endsWith(some)
  return all.includes(some) === (comparison === 'Contains')
}

const fits = (comparison: Comparison, order: number): boolean => {
  if (comparison === 'GreaterThan') return order > 0
  if (comparison === 'LessThan') return order < 0
  if (comparison === 'GreaterThanOrEqual') return order >= 0
  if (comparison === 'LessThanOrEqual') return order <= 0
  return (order === 0) === (comparison === 'Equal')
}

/** Whether a value passes; the comparison was validated before. Null passes negated comparisons and `IsNull`. */
export const passes = (test: Test, value: Value): boolean => {
  const { comparison, column } = test
  if (asksForNull(test)) return (value === null) === isOneOf(comparison, 'IsNull', 'Equal')
  if (value === null) return isOneOf(comparison, 'NotEqual', 'NotContains')
  if (isOneOf(comparison, 'IsTrue', 'IsFalse')) return value === (comparison === 'IsTrue')
  if (test.value === null) return false
  if (LOOKS_INTO_TEXT.includes(comparison))
    return searchesText(comparison, String(value), String(test.value).toWellFormed())
  return fits(comparison, compareValues(value, valueReader(column)(test.value)))
}

/** Whether one of a span's days passes; for a negation, whether none is the one that is excluded. Without a day it is null. */
const spanPasses = (test: Test, span: readonly [first: string, end: string | null]): boolean => {
  const { column, comparison, value } = test
  const compared = asksForNull(test) || value === null ? span[0] : String(valueReader(column)(value))
  const [later = compared] = [compared, span[0]].toSorted().toReversed()
  const far = plusDays(later, 3)
  const days = listDays(span, far)
  if (asksForNull(test)) return (days.length === 0) === isOneOf(comparison, 'IsNull', 'Equal')
  if (comparison === 'NotEqual') return !days.includes(compared)
  return days.some((day) => passes(test, day))
}

export const recordPasses = (test: Test, record: ReferenceRecord, minorUnits: number): boolean => {
  const span = record.spans?.[test.columnId]
  return span === undefined ? passes(test, comparedValue(test, record, minorUnits)) : spanPasses(test, span)
}
