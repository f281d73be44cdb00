import { expressionColumns } from '../catalog/calculations.ts'
import { findColumn } from '../catalog/catalog.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { findRollups } from '../catalog/rollups/registry.ts'
import type { RollupType } from '../catalog/rollups/rollup.ts'
import type { Definitions } from '../definitions/definitions.ts'
import { changedDefinitions } from '../definitions/definitions.ts'
import { filterColumns, filterConditions } from '../filter-columns.ts'
import type { GroupLimit, QueryColumn, SemanticQuery } from '../query.ts'

/** The columns of the catalog that a column of the query is computed from. */
const catalogColumns = ({ calculations = [] }: SemanticQuery, column: QueryColumn): readonly QueryColumn[] => {
  const calculation = calculations.find(({ columnId }) => columnId === column.columnId)
  return calculation ? expressionColumns(calculation.of) : [column]
}

const catalogIds = (query: SemanticQuery, columnIds: readonly string[]): string[] =>
  columnIds.flatMap((columnId) => catalogColumns(query, { columnId, aggregation: 'None' }).map((one) => one.columnId))

/** Columns of which the query shows a share of the total, over all groups. */
const sharedColumns = ({ calculations = [], columns }: SemanticQuery): string[] =>
  calculations
    .filter(({ kind, columnId }) => kind === 'shareOfTotal' && columns.some((column) => column.columnId === columnId))
    .flatMap(({ of }) => expressionColumns(of).map(({ columnId }) => columnId))

interface ColumnUse {
  readonly columnIds: readonly string[]
  /** columnIds that identify the rows for which these are computed */
  readonly groupedBy: readonly string[]
}

const shownColumns = (query: SemanticQuery): string[] => [
  ...catalogIds(
    query,
    query.columns.map(({ columnId }) => columnId),
  ),
  ...query.groupBy,
  ...query.sort.flatMap((one) => ('columnId' in one ? [one.columnId] : [])),
]

/** The columns whose every value has its own group: the rest of a limit holds many. */
const ungrouped = (
  { groupLimits = [] }: Pick<SemanticQuery, 'groupLimits'>,
  groupedBy: readonly string[],
): readonly string[] => groupedBy.filter((id) => !groupLimits.some(({ columnId }) => columnId === id))

const limitUse = (query: SemanticQuery, { columnId, by, filter, range }: GroupLimit): ColumnUse => ({
  columnIds: [
    columnId,
    ...catalogIds(query, [by.columnId]),
    ...filterColumns(filter),
    ...(range === null ? [] : [range.columnId]),
  ],
  groupedBy: [columnId],
})

const columnUses = (query: SemanticQuery, groupedBy: readonly string[]): readonly ColumnUse[] => {
  const { having, groupFilter, coordinate, range } = query
  const more = [...Object.keys(coordinate ?? {}), ...(range === null ? [] : [range.columnId])]
  const filterColumnIds = groupFilter && [
    ...groupFilter.groupBy,
    ...catalogIds(query, filterColumns(groupFilter.having)),
  ]
  const groups =
    groupFilter && filterColumnIds
      ? [{ columnIds: filterColumnIds, groupedBy: ungrouped(groupFilter, groupFilter.groupBy) }]
      : []
  return [
    {
      columnIds: [...shownColumns(query), ...catalogIds(query, filterColumns(having)), ...more],
      groupedBy: ungrouped(query, groupedBy),
    },
    ...groups,
    ...[...(query.groupLimits ?? []), ...(groupFilter?.groupLimits ?? [])].map((limit) => limitUse(query, limit)),
    { columnIds: sharedColumns(query), groupedBy: [] },
  ]
}

const supportsShape = (query: SemanticQuery, { hasRecords, separatesClub }: RollupType): boolean => {
  if (query.withoutClubOrders === true && !separatesClub) return false
  if (query.contributingTo !== undefined || query.semiJoin !== undefined || query.asOfDays !== undefined) return false
  if (query.beyondLimits !== undefined) return false
  const named = [...query.columns, ...(query.groupLimits ?? []).map(({ by }) => by)]
  const aggregated = named.flatMap((column) => catalogColumns(query, column))
  // its records are those of the type, so every value of a record is the same
  if (hasRecords) return true
  return query.grain === 'groups' && aggregated.every(({ aggregation }) => aggregation === 'None')
}

/** A filter applies to single records: a rollup's measures are those of many. */
const canFilter = (query: SemanticQuery, { type, hasRecords }: RollupType): boolean =>
  [query.filter, ...(query.groupLimits ?? []).map(({ filter }) => filter)].flatMap(filterConditions).every((one) => {
    if ('history' in one) return hasRecords
    const { columnId } = one
    const column = findColumn(type, columnId)
    return column !== null && (hasRecords || column.kind === 'dimension')
  })

/** Sums by day have no time of day; records with summed facts do. */
const canShow = (query: SemanticQuery, { type, hasRecords }: RollupType): boolean =>
  hasRecords || shownColumns(query).every((columnId) => findColumn(type, columnId)?.type !== 'dateTime')

const canAnswer = (rollup: RollupType, query: SemanticQuery, groupedBy: readonly string[]): boolean => {
  const { type, distinct } = rollup
  if (!supportsShape(query, rollup) || !canFilter(query, rollup) || !canShow(query, rollup)) return false
  return columnUses(query, groupedBy).every((use) =>
    use.columnIds.every(
      (columnId) =>
        findColumn(type, columnId) !== null &&
        (distinct[columnId] ?? []).every((needed) => use.groupedBy.includes(needed)),
    ),
  )
}

/** Columns that identify single records. */
const recordIds = ({ columns }: ReportType): string[] =>
  columns.filter((column) => column.kind === 'dimension' && column.isId).map(({ columnId }) => columnId)

const hasDefinitions = ({ reportType }: ReportType, definitions: Definitions): boolean =>
  changedDefinitions(definitions).every(({ rollups }) => !rollups.includes(reportType))

interface RollupChoice {
  readonly definitions: Definitions
  /** the query also returns the rest of a top N, which is one row */
  readonly isRest: boolean
}

/**
 * The report type to read the query from: the first rollup that has everything the query needs, else the records. Both give
 * the same numbers. Rollups hold the standard definitions, so an account with other definitions is read from the records.
 */
export const chooseRollup = (
  type: ReportType,
  query: SemanticQuery,
  { definitions, isRest }: RollupChoice,
): ReportType => {
  if (!hasDefinitions(type, definitions)) return type
  const rows = query.grain === 'records' ? recordIds(type) : query.groupBy
  const groupedBy = isRest ? [] : rows
  return findRollups(type).find((rollup) => canAnswer(rollup, query, groupedBy))?.type ?? type
}
