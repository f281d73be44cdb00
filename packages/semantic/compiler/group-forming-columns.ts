import { hasOwnDates, listLeaves } from '../catalog/formula.ts'
import type { QuerySort, SemanticQuery } from '../query.ts'
import { columnAt, getReportType } from './compilation.ts'

/** Whether a column decides which groups exist: groups where every measure with dates of its own is 0 are not shown. */
const hasGroupFormingColumn = (query: SemanticQuery): boolean => {
  if (query.grain === 'records') return false
  if (query.groupBy.length === 0) return true
  const type = getReportType(query)
  return query.columns.some(({ columnId }, index) => {
    const column = columnAt(type, columnId, `columns[${index}]`)
    return column.kind === 'measure' && listLeaves(column.formula).some(hasOwnDates)
  })
}

/**
 * The query with the columns only that add groups of their own. A column that depends on which groups are shown cannot
 * decide which they are.
 */
export const onlyGroupFormingColumns = (query: SemanticQuery): SemanticQuery => {
  const type = getReportType(query)
  const isGroupForming = (columnId: string, index: number): boolean => {
    const column = columnAt(type, columnId, `columns[${index}]`)
    const leaves = column.kind === 'measure' ? listLeaves(column.formula) : []
    return leaves.some(hasOwnDates) && !leaves.some((leaf) => leaf.kind === 'coarser' && leaf.across === 'all')
  }
  return { ...query, columns: query.columns.filter(({ columnId }, index) => isGroupForming(columnId, index)) }
}

/** The query with the columns only that decide which rows exist, most often none. Unsorted. */
export const withoutUnneededColumns = (query: SemanticQuery): SemanticQuery => ({
  ...query,
  columns: hasGroupFormingColumn(query) ? query.columns : [],
  sort: [],
})

/** The same with the columns that the rows are sorted by, for the first rows only. */
export const withSortedColumns = (query: SemanticQuery): SemanticQuery => {
  if (hasGroupFormingColumn(query)) return query
  const indexes = [...new Set(query.sort.flatMap((one) => ('column' in one ? [one.column] : [])))]
  const sort = query.sort.map(
    (one): QuerySort => ('column' in one ? { ...one, column: indexes.indexOf(one.column) } : one),
  )
  return { ...query, columns: indexes.flatMap((index) => query.columns[index] ?? []), sort }
}
