import { NAMED_NUMBER } from '#charts/value-format.ts'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import type { Cell } from '#contract/reports.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import type { Comparison, FilterLevel } from '#domain/report-terms.ts'

/** A filter on screen: its column by columnId, its value as in the API. */
export interface ReportFilter {
  readonly columnId: string
  readonly comparison: Comparison
  readonly value: Cell
  /** of a measure in a grouped report; omitted: groups */
  readonly appliesTo?: FilterLevel | undefined
}

export type FilterColumn = Pick<CatalogColumn, 'columnId' | 'displayName' | 'kind' | 'type' | 'format'> &
  Partial<Pick<CatalogColumn, 'additive' | 'aggregations' | 'choices'>>

/** Levels that a filter on the column can apply to in a grouped report, the default first; one: there is no choice. */
export const filterLevels = ({ kind, aggregations = [] }: FilterColumn): readonly FilterLevel[] => {
  if (kind === 'dimension') return ['records']
  // A measure with a largest value has one per record.
  return aggregations.includes('Max') ? ['groups', 'records'] : ['groups']
}

/** Kind of input for a column's values. */
export type ValueKind = 'text' | 'choice' | 'number' | 'percent' | 'day' | 'boolean'

const KIND_OF_TYPE: Readonly<Record<string, ValueKind>> = lookupTable({
  enum: 'choice',
  integer: 'number',
  number: 'number',
  currency: 'number',
  percent: 'percent',
  boolean: 'boolean',
  date: 'day',
  dateTime: 'day',
})

export const filterValueKind = ({ columnId, type, kind, choices }: FilterColumn): ValueKind => {
  if (choices !== undefined) return 'choice'
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

/** Comparisons for a kind of value, the default first. */
export const COMPARISONS_OF: Readonly<Record<ValueKind, readonly Comparison[]>> = {
  text: ['Contains', 'Equal', 'NotEqual', 'NotContains', 'StartsWith', 'EndsWith', 'IsNull', 'IsNotNull'],
  choice: ['Equal', 'NotEqual', 'IsNull', 'IsNotNull'],
  number: ORDERED,
  percent: ORDERED,
  day: ORDERED,
  boolean: ['IsTrue', 'IsFalse', 'IsNull', 'IsNotNull'],
}

/** A new filter on a column, without a value. */
export const emptyFilter = (column: FilterColumn): ReportFilter => ({
  columnId: column.columnId,
  comparison: COMPARISONS_OF[filterValueKind(column)][0] ?? 'Equal',
  value: null,
})

/** Whether the filter is complete. */
export const isComplete = ({ comparison, value }: ReportFilter): boolean =>
  !needsValue(comparison) || (value !== null && value !== '')
