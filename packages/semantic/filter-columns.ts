import type { ColumnCondition, Filter, HistoryCondition } from './query.ts'

/** The conditions of a filter, however they are combined. */
export const filterConditions = (
  filter: Filter | null | undefined,
): readonly (ColumnCondition | { readonly history: HistoryCondition })[] => {
  if (!filter) return []
  if ('and' in filter) return filter.and.flatMap(filterConditions)
  if ('or' in filter) return filter.or.flatMap(filterConditions)
  return [filter]
}

/** Columns of the records that a filter compares, once for each condition. */
export const filterColumns = (filter: Filter | null | undefined): readonly string[] =>
  filterConditions(filter).flatMap((one) => ('history' in one ? [] : [one.columnId]))

/** Conditions on the history of the records' people. */
export const filterHistory = (filter: Filter | null | undefined): readonly HistoryCondition[] =>
  filterConditions(filter).flatMap((one) => ('history' in one ? [one.history] : []))
