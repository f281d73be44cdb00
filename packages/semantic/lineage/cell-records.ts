import { type Aggregation, ALL_OTHERS } from '#domain/report-terms.ts'
import { findColumn, queriedType } from '../catalog/catalog.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { limitsColumn } from '../compiler/group-keys.ts'
import { shownGroups } from '../compiler/shown-groups.ts'
import { combineAll, splitConjuncts } from '../compiler/split-filter.ts'
import { filterColumns } from '../filter-columns.ts'
import type { Filter, FilterValue, GroupFilter, GroupLimit, SemanticQuery } from '../query.ts'

type Row = Readonly<Record<string, FilterValue>>

const equalsValue = ([columnId, value]: [string, FilterValue]): Filter =>
  value === null ? { columnId, comparison: 'IsNull', value: null } : { columnId, comparison: 'Equal', value }

/** Without a row the cell is a total, which covers the groups that the HAVING filter selects. */
const selectedGroups = (query: SemanticQuery, row: Row): GroupFilter | undefined =>
  (Object.keys(row).length === 0 ? shownGroups(query) : undefined) ?? query.groupFilter

/** The limits whose rest the row is about. */
const limitsOfRest = ({ groupLimits = [] }: SemanticQuery, row: Row): GroupLimit[] =>
  groupLimits.filter(({ columnId }) => row[columnId] === ALL_OTHERS)

const asRecords = ({
  having: _having,
  coordinate: _coordinate,
  groupFilter: _groupFilter,
  groupLimits: _groupLimits,
  ...query
}: SemanticQuery): SemanticQuery => ({
  ...query,
  grain: 'records',
  groupBy: [],
  columns: [],
  sort: [],
  top: null,
  page: null,
})

/** The records of the query's type in a row of its result; no row: in the whole result. */
export const cellRecords = (query: SemanticQuery, row: Row): SemanticQuery => {
  const groupFilter = selectedGroups(query, row)
  const beyondLimits = limitsOfRest(query, row)
  const values = Object.entries(row).filter(([id]) => !beyondLimits.some((limit) => limitsColumn(limit, id)))
  const { asOfDays, ...records } = asRecords(query)
  return {
    ...records,
    // the month is one of the days; a total is of the whole range
    ...(asOfDays !== undefined && Object.hasOwn(row, 'asOfMonth') ? { asOfDays } : {}),
    filter: combineAll([...splitConjuncts(query.filter), ...values.map(equalsValue)]),
    ...(groupFilter ? { groupFilter } : {}),
    ...(beyondLimits.length === 0 ? {} : { beyondLimits }),
  }
}

const isOfFact = (type: ReportType, fact: string, columnId: string): boolean => {
  const column = findColumn(type, columnId)
  return column?.kind === 'dimension' && column.fact === fact
}

/** The records of a fact that belong to those records: the order lines of a product, within their date filters. */
export const cellFactRecords = (query: SemanticQuery, row: Row, fact: string): SemanticQuery => {
  const type = queriedType(query)
  const recordType = type?.facts?.[fact]?.recordType
  if (type === null || recordType === undefined) throw new Error(`${query.reportType} has no fact ${fact}`)
  const { filter, range, groupFilter, beyondLimits, calculations, ...records } = cellRecords(query, row)
  const limits = splitConjuncts(filter).filter((one) =>
    filterColumns(one).some((columnId) => isOfFact(type, fact, columnId)),
  )
  return {
    ...records,
    reportType: recordType,
    filter: combineAll(limits),
    range: range !== null && isOfFact(type, fact, range.columnId) ? range : null,
    semiJoin: {
      reportType: type.reportType,
      fact,
      filter,
      range,
      ...(groupFilter ? { groupFilter } : {}),
      ...(beyondLimits ? { beyondLimits } : {}),
      ...(calculations ? { calculations } : {}),
    },
  }
}

/**
 * A number of a result: the group values of its row by columnId, as returned, and the measure. No row: the total. For the
 * row of a record: values that identify it.
 */
export interface Cell {
  readonly row: Readonly<Record<string, FilterValue>>
  readonly measure: string
  readonly aggregation: Aggregation
}
