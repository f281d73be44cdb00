import { findColumn, queriedType } from '../catalog/catalog.ts'
import type { SemanticQuery } from '../query.ts'
import { shownGroups } from './shown-groups.ts'

const isTotalled = (query: SemanticQuery, columnId: string, aggregation: string): boolean => {
  if (aggregation !== 'None') return true
  const type = queriedType(query)
  return type !== null && findColumn(type, columnId)?.kind === 'measure'
}

/** The same columns in one row over all records, limited to the groups that a group filter selects. */
export const overAllRecords = (whole: SemanticQuery): SemanticQuery => {
  const { having: _having, coordinate: _coordinate, groupLimits: _groupLimits, ...query } = whole
  const groupFilter = shownGroups(whole)
  return {
    ...query,
    grain: 'groups',
    groupBy: [],
    sort: [],
    top: null,
    page: null,
    ...(groupFilter ? { groupFilter } : {}),
  }
}

export interface TotalQuery {
  readonly query: SemanticQuery
  /** for each column of the original query, its index in the total; null for columns without a total */
  readonly indexes: readonly (number | null)[]
}

/**
 * The same measures over all filtered records: recomputed, never summed from rows, so averages and distinct counts are
 * correct. Null when the query has nothing to total among the columns for which `isWanted` holds.
 */
export const total = (query: SemanticQuery, isWanted: (index: number) => boolean = () => true): TotalQuery | null => {
  const totalled = query.columns.filter(
    ({ columnId, aggregation }, index) => isWanted(index) && isTotalled(query, columnId, aggregation),
  )
  if (totalled.length === 0) return null
  let next = 0
  const indexes = query.columns.map((column) => (totalled.includes(column) ? next++ : null))
  return { query: { ...overAllRecords(query), columns: totalled }, indexes }
}
