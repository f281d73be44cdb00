import { codeOptions } from '#domain/code-labels.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import { amountsIn } from '#insights/ask/read/numbers.ts'
import { VALUE_COLUMNS, type ValueColumn, type ValueIndex } from '#insights/ask/value-index.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import type { ModelAnswer } from './model-answer.ts'

type Filter = ModelAnswer['filters'][number]

const isValueColumn = (id: string): id is ValueColumn => VALUE_COLUMNS.some((column) => column === id)

const WITHOUT_VALUE = ['IsNull', 'IsNotNull', 'IsTrue', 'IsFalse']

/** A number in the question, or a value of a date part, whose values are few and known. */
const isKnownNumber = (value: number, column: Column, amounts: readonly number[]): boolean =>
  amounts.includes(value) || (column.kind === 'dimension' && column.part !== undefined)

const isTraceableFilter = (
  reportType: string,
  { columnId, comparison, value }: Filter,
  column: Column,
  { values, amounts }: { readonly values: ValueIndex; readonly amounts: readonly number[] },
): boolean => {
  if (WITHOUT_VALUE.includes(comparison) || typeof value === 'boolean') return true
  if (value === null) return false
  if (typeof value === 'number') return isKnownNumber(value, column, amounts)
  const codes = codeOptions(reportType, columnId)
  if (codes.length > 0) return codes.some((code) => code.value === value)
  if (column.type === 'date' || column.type === 'dateTime') return isLocalDay(value)
  if (column.kind === 'dimension' && column.part !== undefined) return true
  return isValueColumn(columnId) && (values[columnId] ?? []).includes(value)
}

/**
 * Whether everything in a model's answer can be traced: columns to the catalog, codes and names to the account's data,
 * amounts to the question.
 */
export const isTraceable = (answer: ModelAnswer, question: string, values: ValueIndex): boolean => {
  const type = findReportType(answer.reportType)
  if (type === null) return false
  const amounts = amountsIn(question)
  if (answer.top !== null && !amounts.includes(answer.top)) return false
  return answer.filters.every((filter) => {
    const column = findColumn(type, filter.columnId)
    return (
      column !== null &&
      isTraceableFilter(type.reportType, { ...filter, columnId: column.columnId }, column, { values, amounts })
    )
  })
}
