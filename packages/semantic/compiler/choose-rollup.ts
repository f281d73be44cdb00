import { findColumn } from '../catalog/catalog.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { rollupsOf } from '../catalog/rollups/registry.ts'
import type { RollupType } from '../catalog/rollups/rollup.ts'
import { changedChoices } from '../definitions/read-definitions.ts'
import type { Definitions } from '../definitions/registry.ts'
import type { Filter, SemanticQuery } from '../query.ts'

const filterColumns = (filter: Filter | null | undefined): readonly string[] => {
  if (filter === null || filter === undefined) return []
  if ('and' in filter) return filter.and.flatMap(filterColumns)
  if ('or' in filter) return filter.or.flatMap(filterColumns)
  return [filter.columnId]
}

interface Use {
  readonly columnIds: readonly string[]
  /** columnIds that tell the rows apart on which these are looked at */
  readonly apart: readonly string[]
}

const shownColumns = ({ columns, groupBy, sort }: SemanticQuery): string[] => [
  ...columns.map(({ columnId }) => columnId),
  ...groupBy,
  ...sort.flatMap((one) => ('columnId' in one ? [one.columnId] : [])),
]

const usesOf = (query: SemanticQuery, apart: readonly string[]): readonly Use[] => {
  const { having, keptGroups, place, range } = query
  const limits = [...Object.keys(place ?? {}), ...(range === null ? [] : [range.columnId])]
  const kept = keptGroups && [...keptGroups.groupBy, ...filterColumns(keptGroups.having)]
  const groups = keptGroups && kept ? [{ columnIds: kept, apart: keptGroups.groupBy }] : []
  return [{ columnIds: [...shownColumns(query), ...filterColumns(having), ...limits], apart }, ...groups]
}

const hasShapeOf = (query: SemanticQuery, { hasRecords, hasClubApart }: RollupType): boolean => {
  if (query.withoutClubOrders === true && !hasClubApart) return false
  if (query.behind !== undefined || query.belongingTo !== undefined || query.asOfDays !== undefined) return false
  // its records are those of the type, so whatever is asked of each is the same
  if (hasRecords) return true
  return query.grain === 'groups' && query.columns.every(({ aggregation }) => aggregation === 'None')
}

/** Each row that the filter looks at has to be one record: a rollup's measures are those of many. */
const canFilter = (query: SemanticQuery, { type, hasRecords }: RollupType): boolean =>
  filterColumns(query.filter).every((columnId) => {
    const column = findColumn(type, columnId)
    return column !== null && (hasRecords || column.kind === 'dimension')
  })

/** Sums by day know no time of day; records that only have their facts summed do. */
const canShow = (query: SemanticQuery, { type, hasRecords }: RollupType): boolean =>
  hasRecords || shownColumns(query).every((columnId) => findColumn(type, columnId)?.type !== 'dateTime')

const answers = (rollup: RollupType, query: SemanticQuery, apart: readonly string[]): boolean => {
  const { type, distinct } = rollup
  if (!hasShapeOf(query, rollup) || !canFilter(query, rollup) || !canShow(query, rollup)) return false
  return usesOf(query, apart).every((use) =>
    use.columnIds.every(
      (columnId) =>
        findColumn(type, columnId) !== null && (distinct[columnId] ?? []).every((needed) => use.apart.includes(needed)),
    ),
  )
}

/** Columns that tell single records apart. */
const recordIds = ({ columns }: ReportType): string[] =>
  columns.filter((column) => column.kind === 'dimension' && column.isId).map(({ columnId }) => columnId)

const hasDefinitions = ({ reportType }: ReportType, definitions: Definitions): boolean =>
  changedChoices(definitions).every(({ rollups }) => !rollups.includes(reportType))

interface RollupChoice {
  readonly definitions: Definitions
  /** what a top N leaves out is asked for too, which is one row */
  readonly isRest: boolean
}

/**
 * The report type to read the query from: the first rollup that has everything it asks, else the records themselves. Both
 * give the same numbers. Rollups hold the standard definitions, so others that change them are read from the records.
 */
export const chooseRollup = (
  type: ReportType,
  query: SemanticQuery,
  { definitions, isRest }: RollupChoice,
): ReportType => {
  if (!hasDefinitions(type, definitions)) return type
  const rows = query.grain === 'records' ? recordIds(type) : query.groupBy
  const apart = isRest ? [] : rows
  return rollupsOf(type).find((rollup) => answers(rollup, query, apart))?.type ?? type
}
