import { findColumn, findReportType } from '../catalog/catalog.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { allOf, columnsOf, conjunctsOf } from '../compiler/split-filter.ts'
import type { Filter, FilterValue, KeptGroups, SemanticQuery } from '../query.ts'

type Row = Readonly<Record<string, FilterValue>>

const atValue = ([columnId, value]: [string, FilterValue]): Filter =>
  value === null ? { columnId, comparison: 'IsNull', value: null } : { columnId, comparison: 'Equal', value }

/** Without a row the cell is a total, which covers the groups that a filter on groups keeps. */
const keptGroups = ({ having, groupBy, columns, keptGroups: kept }: SemanticQuery, row: Row): KeptGroups | undefined =>
  having && Object.keys(row).length === 0 ? { groupBy, having, columns } : kept

const asRecords = ({ having: _having, place: _place, keptGroups: _kept, ...query }: SemanticQuery): SemanticQuery => ({
  ...query,
  grain: 'records',
  groupBy: [],
  columns: [],
  sort: [],
  top: null,
  page: null,
})

/** The records of the query's type in a row of its answer; no row: in all of it. */
export const ownRecords = (query: SemanticQuery, row: Row): SemanticQuery => {
  const kept = keptGroups(query, row)
  return {
    ...asRecords(query),
    filter: allOf([...conjunctsOf(query.filter), ...Object.entries(row).map(atValue)]),
    ...(kept ? { keptGroups: kept } : {}),
  }
}

const isOfFact = (type: ReportType, fact: string, columnId: string): boolean => {
  const column = findColumn(type, columnId)
  return column?.kind === 'dimension' && column.fact === fact
}

/** The records of a fact that belong to those: the order lines of a product, within the dates that limit them. */
export const factRecords = (query: SemanticQuery, row: Row, fact: string): SemanticQuery => {
  const type = findReportType(query.reportType)
  const recordType = type?.facts?.[fact]?.recordType
  if (type === null || recordType === undefined) throw new Error(`${query.reportType} has no fact ${fact}`)
  const { filter, range, keptGroups: kept, ...owners } = ownRecords(query, row)
  const limits = conjunctsOf(filter).filter((one) => columnsOf(one).some((columnId) => isOfFact(type, fact, columnId)))
  return {
    ...owners,
    reportType: recordType,
    filter: allOf(limits),
    range: range !== null && isOfFact(type, fact, range.columnId) ? range : null,
    belongingTo: { reportType: type.reportType, fact, filter, range, ...(kept ? { keptGroups: kept } : {}) },
  }
}
