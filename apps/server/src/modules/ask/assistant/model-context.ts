import { codeOptions } from '#domain/code-labels.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import type { Former } from '#insights/ask/chips/definition-chips.ts'

/** The answer before a question, as a model receives it, and what its placeholders stand for. */
export interface ModelContext {
  readonly definition: object
  readonly names: ReadonlyMap<string, string>
  /** its amounts, which an answer may repeat */
  readonly amounts: readonly number[]
}

/**
 * Names in the account's data never leave it, so placeholders take their place: `name 1`. Null where the definition has conditions
 * that a model's answer cannot express, which it would lose.
 */
export const modelContext = ({ definition }: Former): ModelContext | null => {
  const { reportType, columns, filters, filterOperator, groupColumns, orderColumns, relativeDateFilter, top } =
    definition
  const { dimensionFilters, calculations, history = [] } = definition
  if (dimensionFilters.length + calculations.length + history.length > 0) return null
  const names = new Map<string, string>()
  const masked = filters.map(({ columnId, comparison, value }) => {
    const isOpen = codeOptions(reportType, columnId).some((code) => code.value === value)
    if (typeof value !== 'string' || isOpen || isLocalDay(value)) return { columnId, comparison, value }
    const placeholder = `name ${names.size + 1}`
    names.set(placeholder, value)
    return { columnId, comparison, value: placeholder }
  })
  const amounts = [...filters.map(({ value }) => value), top].filter((value) => typeof value === 'number')
  return {
    definition: {
      reportType,
      columns: columns.map(({ columnId, aggregation }) => ({ columnId, aggregation })),
      filters: masked,
      filterOperator,
      groupColumns,
      orderColumns,
      relativeDateFilter,
      top,
    },
    names,
    amounts,
  }
}
