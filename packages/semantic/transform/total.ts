import { findColumn, findReportType } from '../catalog/catalog.ts'
import type { SemanticQuery } from '../query.ts'

const isTotalled = (query: SemanticQuery, columnId: string, aggregation: string): boolean => {
  if (aggregation !== 'None') return true
  const type = findReportType(query.reportType)
  return type !== null && findColumn(type, columnId)?.kind === 'measure'
}

/** The same columns in one row over all records, those of the groups that a filter keeps. */
export const overAllRecords = ({ having, place: _place, ...query }: SemanticQuery): SemanticQuery => ({
  ...query,
  grain: 'groups',
  groupBy: [],
  sort: [],
  top: null,
  page: null,
  ...(having ? { keptGroups: { groupBy: query.groupBy, having, columns: query.columns } } : {}),
})

export interface TotalQuery {
  readonly query: SemanticQuery
  /** for each column of the first query, its place in the total; null where nothing is totalled */
  readonly places: readonly (number | null)[]
}

/**
 * The same measures over all filtered records: recomputed, never added up from rows, so averages and distinct counts are
 * right. Null when the query has nothing to total, or nothing that `isWanted` asks for by its place.
 */
export const total = (query: SemanticQuery, isWanted: (place: number) => boolean = () => true): TotalQuery | null => {
  const kept = query.columns.filter(
    ({ columnId, aggregation }, place) => isWanted(place) && isTotalled(query, columnId, aggregation),
  )
  if (kept.length === 0) return null
  let next = 0
  const places = query.columns.map((column) => (kept.includes(column) ? next++ : null))
  return { query: { ...overAllRecords(query), columns: kept }, places }
}
