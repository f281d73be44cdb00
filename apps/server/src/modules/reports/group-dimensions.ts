import { findColumn, queriedType } from '#semantic/catalog/catalog.ts'
import type { Dimension } from '#semantic/catalog/column.ts'
import type { SemanticQuery } from '#semantic/query.ts'

/** The group columns of a query, in order. */
export const groupDimensions = (query: SemanticQuery): Dimension[] => {
  const type = queriedType(query)
  return query.groupBy.flatMap((columnId) => {
    const column = type && findColumn(type, columnId)
    return column?.kind === 'dimension' ? [column] : []
  })
}
