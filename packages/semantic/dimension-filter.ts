import { codeOptions } from '#domain/code-labels.ts'
import { findColumn } from './catalog/catalog.ts'
import { type Column, type Dimension, InvalidValue } from './catalog/column.ts'
import type { ReportType } from './catalog/report-type.ts'
import { assertComparable, noRecordValue, parseFilterValue } from './compiler/compile-filter.ts'
import type { ColumnCondition, Filter, FilterValue } from './query.ts'

/** A dimension that is any of the values, or none of them. Null is a blank. */
export interface DimensionFilter {
  readonly columnId: string
  readonly values: readonly FilterValue[]
  readonly exclude: boolean
}

const toFilter = ({ columnId, values, exclude }: DimensionFilter): Filter =>
  exclude
    ? { and: values.map((value) => ({ columnId, comparison: 'NotEqual', value })) }
    : { or: values.map((value) => ({ columnId, comparison: 'Equal', value })) }

/** The filter that records must match to meet all of them; null without any. */
export const matchingAll = (filters: readonly DimensionFilter[]): Filter | null =>
  filters.length === 0 ? null : { and: filters.map(toFilter) }

/** The dimension of a type with this name in any case; null for a measure and for an unknown name. */
export const findDimension = (type: ReportType, columnId: string): Dimension | null => {
  const column = findColumn(type, columnId)
  return column?.kind === 'dimension' ? column : null
}

/** Sources write statuses of their own here, so the codes with a label are not all there are. */
const OPEN_LISTS = ['complianceStatus']

/** Why a column cannot equal this value: it has codes, and this is none of them. Null if it can. */
export const codeProblem = (
  { reportType }: ReportType,
  { columnId, type, displayName }: Column,
  value: FilterValue,
): string | null => {
  if (value === null || type !== 'enum' || OPEN_LISTS.includes(columnId)) return null
  const codes = codeOptions(reportType, columnId)
  const isKnown = codes.length === 0 || codes.some((code) => code.value === String(value))
  return isKnown ? null : `${value} is not a value of ${displayName}`
}

/** Own codes are matched by label, and a label of the past matches nothing. */
const ANY_CODES = { minorUnits: 1, scope: { ownCodes: [] } }

const problemOf = (work: () => unknown): string | null => {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof InvalidValue) return error.message
    throw error
  }
}

/** Why records cannot be compared like this; null if they can. */
export const conditionProblem = (
  type: ReportType,
  column: Column,
  { comparison, value }: Pick<ColumnCondition, 'comparison' | 'value'>,
): string | null => {
  if (column.kind === 'measure' && column.record === null) return noRecordValue(column)
  const isOfValue = comparison === 'Equal' || comparison === 'NotEqual'
  const unknown = isOfValue ? codeProblem(type, column, value) : null
  return unknown ?? problemOf(() => assertComparable({ column, comparison, value }, ANY_CODES))
}

/** Why a dimension cannot have this value; null if it can. */
export const valueProblem = (type: ReportType, dimension: Dimension, value: FilterValue): string | null => {
  if (value === null) return null
  const unknown = codeProblem(type, dimension, value)
  if (unknown !== null) return unknown
  const problem = problemOf(() => parseFilterValue(dimension, value, ANY_CODES))
  return problem === null ? null : `${value}: ${problem}`
}
