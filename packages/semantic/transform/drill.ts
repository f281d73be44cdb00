import type { Filter, FilterValue, SemanticQuery } from '../query.ts'

/** A cell of an answer: the values of the groups it stands in, by columnId. No row: the total. */
export interface CellPlace {
  readonly row: Readonly<Record<string, FilterValue>>
}

const atValue = ([columnId, value]: [string, FilterValue]): Filter =>
  value === null ? { columnId, comparison: 'IsNull', value: null } : { columnId, comparison: 'Equal', value }

/** The records behind a cell: the query's own filters and range, narrowed to the cell's groups. */
export const drill = (query: SemanticQuery, cell: CellPlace, columnIds: readonly string[]): SemanticQuery => {
  const places = Object.entries(cell.row).map(atValue)
  const filters = query.filter === null ? places : [query.filter, ...places]
  return {
    ...query,
    grain: 'records',
    groupBy: [],
    columns: columnIds.map((columnId) => ({ columnId, aggregation: 'None' })),
    filter: filters.length === 0 ? null : { and: filters },
    sort: [],
    top: null,
    page: null,
  }
}
