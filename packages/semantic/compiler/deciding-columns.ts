import { hasOwnDates, leavesOf } from '../catalog/formula.ts'
import type { QuerySort, SemanticQuery } from '../query.ts'
import { columnAt, typeOf } from './compilation.ts'

/** Groups without any of a measure with dates of its own are not shown, and one row in all stands without any column. */
const isAnyDeciding = (query: SemanticQuery): boolean => {
  if (query.grain === 'records') return false
  if (query.groupBy.length === 0) return true
  const type = typeOf(query)
  return query.columns.some(({ columnId }, place) => {
    const column = columnAt(type, columnId, `columns[${place}]`)
    return column.kind === 'measure' && leavesOf(column.formula).some(hasOwnDates)
  })
}

/**
 * The query with the columns alone that bring groups of their own. One that hangs on which groups are shown cannot decide which
 * they are.
 */
export const onlyDeciding = (query: SemanticQuery): SemanticQuery => {
  const type = typeOf(query)
  const isDeciding = (columnId: string, place: number): boolean => {
    const column = columnAt(type, columnId, `columns[${place}]`)
    const leaves = column.kind === 'measure' ? leavesOf(column.formula) : []
    return leaves.some(hasOwnDates) && !leaves.some((leaf) => leaf.kind === 'wider' && leaf.beyond === 'all')
  }
  return { ...query, columns: query.columns.filter(({ columnId }, place) => isDeciding(columnId, place)) }
}

/** The query with the columns alone that which rows there are hangs on, which is most often none. Unsorted. */
export const withoutIdleColumns = (query: SemanticQuery): SemanticQuery => ({
  ...query,
  columns: isAnyDeciding(query) ? query.columns : [],
  sort: [],
})

/** The same with the columns that the rows are sorted by, for when only the first ones are asked for. */
export const withSortedColumns = (query: SemanticQuery): SemanticQuery => {
  if (isAnyDeciding(query)) return query
  const places = [...new Set(query.sort.flatMap((one) => ('column' in one ? [one.column] : [])))]
  const sort = query.sort.map(
    (one): QuerySort => ('column' in one ? { ...one, column: places.indexOf(one.column) } : one),
  )
  return { ...query, columns: places.flatMap((place) => query.columns[place] ?? []), sort }
}
