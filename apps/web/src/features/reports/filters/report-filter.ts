import type { CatalogColumn, Cell } from '#contract/reports.ts'
import type { Comparison } from '#domain/report-terms.ts'

/** A filter as the screens hold it: its column by columnId, its value as the API takes it. */
export interface ReportFilter {
  readonly columnId: string
  readonly comparison: Comparison
  readonly value: Cell
}

export type FilterColumn = Pick<CatalogColumn, 'columnId' | 'displayName' | 'kind' | 'type' | 'format'>

/** How a value of the column is asked for. */
export type ValueKind = 'text' | 'choice' | 'number' | 'percent' | 'day' | 'boolean'

/** Numbers that stand for names: days of the week, months of a year, hours of a day. */
export const NAMED_NUMBER = /(Weekday|MonthOfYear|Hour)$/

const KIND_OF_TYPE: Readonly<Record<string, ValueKind>> = {
  enum: 'choice',
  integer: 'number',
  number: 'number',
  currency: 'number',
  percent: 'percent',
  boolean: 'boolean',
  date: 'day',
  dateTime: 'day',
}

export const valueKindOf = ({ columnId, type, kind }: FilterColumn): ValueKind => {
  if (kind === 'dimension' && NAMED_NUMBER.test(columnId)) return 'choice'
  return KIND_OF_TYPE[type] ?? 'text'
}

const VALUELESS: ReadonlySet<Comparison> = new Set(['IsNull', 'IsNotNull', 'IsTrue', 'IsFalse'])

export const needsValue = (comparison: Comparison): boolean => !VALUELESS.has(comparison)

const ORDERED: readonly Comparison[] = [
  'Equal',
  'NotEqual',
  'GreaterThan',
  'GreaterThanOrEqual',
  'LessThan',
  'LessThanOrEqual',
  'IsNull',
  'IsNotNull',
]

/** The comparisons that mean something for a kind of value, the usual one first. */
export const COMPARISONS_OF: Readonly<Record<ValueKind, readonly Comparison[]>> = {
  text: ['Contains', 'Equal', 'NotEqual', 'NotContains', 'StartsWith', 'EndsWith', 'IsNull', 'IsNotNull'],
  choice: ['Equal', 'NotEqual', 'IsNull', 'IsNotNull'],
  number: ORDERED,
  percent: ORDERED,
  day: ORDERED,
  boolean: ['IsTrue', 'IsFalse', 'IsNull', 'IsNotNull'],
}

/** A first filter on a column, still without a value. */
export const emptyFilter = (column: FilterColumn): ReportFilter => ({
  columnId: column.columnId,
  comparison: COMPARISONS_OF[valueKindOf(column)][0] ?? 'Equal',
  value: null,
})

/** Whether the filter says enough to be asked. */
export const isComplete = ({ comparison, value }: ReportFilter): boolean =>
  !needsValue(comparison) || (value !== null && value !== '')
