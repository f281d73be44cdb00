import type { Filter } from './query.ts'

/** Columns that a filter compares, once for each condition. */
export const filterColumns = (filter: Filter | null | undefined): readonly string[] => {
  if (!filter) return []
  if ('and' in filter) return filter.and.flatMap(filterColumns)
  if ('or' in filter) return filter.or.flatMap(filterColumns)
  return [filter.columnId]
}
