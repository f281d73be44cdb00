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

/** Names in the account's data never leave it, so placeholders take their place: `name 1`. */
export const modelContext = ({ definition }: Former): ModelContext => {
  const { name: _, chart: _chart, columnOrder: _order, history = [], ...asked } = definition
  const names = new Map<string, string>()
  const mask = <V>(reportType: string, columnId: string, value: V): V | string => {
    const isOpen = codeOptions(reportType, columnId).some((code) => code.value === value)
    if (typeof value !== 'string' || isOpen || isLocalDay(value)) return value
    const placeholder = `name ${names.size + 1}`
    names.set(placeholder, value)
    return placeholder
  }
  const masked = <F extends { readonly columnId: string; readonly value: unknown }>(
    reportType: string,
    filters: readonly F[],
  ) => filters.map((filter) => ({ ...filter, value: mask(reportType, filter.columnId, filter.value) }))
  const amounts = [
    ...asked.filters.map(({ value }) => value),
    ...history.map(({ count }) => count?.value),
    asked.top,
  ].filter((value) => typeof value === 'number')
  return {
    definition: {
      ...asked,
      filters: masked(asked.reportType, asked.filters),
      dimensionFilters: asked.dimensionFilters.map(({ columnId, values, exclude }) => ({
        columnId,
        values: values.map((value) => mask(asked.reportType, columnId, value)),
        exclude,
      })),
      history: history.map((one) => ({ ...one, filters: masked(one.of, one.filters) })),
    },
    names,
    amounts,
  }
}
