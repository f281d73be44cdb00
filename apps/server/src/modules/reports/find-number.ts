import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import type { FilterBar } from '#contract/filter-bar.ts'
import type { CellPlace, ExplainRequest } from '#contract/reports.ts'
import { GoalTile } from '#contract/tiles.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import type { Format } from '#domain/report-terms.ts'
import {
  type ReportRequest,
  requestedComparison,
  resolveReport,
  withAddedColumns,
} from '#reports/kit/resolve-report.ts'
import { findColumn, keyOfName, queriedType, reportTypesFor } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import { describeColumns, type OutputColumn } from '#semantic/compiler/describe-columns.ts'
import { type Pivot, type PivotGrain, pivotGrains } from '#semantic/compiler/pivot.ts'
import type { Cell } from '#semantic/lineage/cell-records.ts'
import { compareWith } from '#semantic/plan-over.ts'
import { InvalidQuery, type SemanticQuery } from '#semantic/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type AnalyticsSettings, withCompared } from '#server/modules/analytics/index.ts'
import { readTileGoal } from '#server/modules/goals/index.ts'
import { applyFilterBar, filterBarProblems, keepsOwnDates } from '#widgets/kit/filter-bar.ts'
import { absentValue, allKpis } from '#widgets/kit/joined-rows.ts'
import type { WidgetPlan } from '#widgets/kit/widget.ts'
import { type PeriodQueries, type WidgetQueries, widgetQueries } from '#widgets/kit/widget-queries.ts'
import { widgetByType } from '#widgets/registry.ts'
import { findDefinition } from './find-definition.ts'
import { tileRequest } from './tile-request.ts'

type Coordinate = z.output<typeof CellPlace>

interface WidgetCell {
  readonly widget: { readonly type: string; readonly props: Readonly<Record<string, unknown>> }
  readonly includeClubOrders: boolean
  readonly filterBar?: FilterBar | undefined
  readonly cell: Coordinate
}

const selectPeriod = (queries: PeriodQueries | null, { period }: Coordinate): SemanticQuery => {
  if (queries === null) throw new InvalidQuery([{ field: 'cell', message: 'This tile has no such number' }])
  const query = period === 'previous' ? queries.previous : queries.current
  if (query === null) throw new InvalidQuery([{ field: 'cell.period', message: 'Nothing is compared' }])
  return query
}

const hasRowGroups = (query: SemanticQuery | null, { row }: Coordinate): query is SemanticQuery =>
  query !== null && Object.keys(row).every((columnId) => query.groupBy.includes(columnId))

/** The rows' query that has the measure. */
const rowQueries = ({ rows, joined }: WidgetQueries, { measure }: Coordinate): PeriodQueries | null => {
  const isJoined = joined?.rows.current.columns.some(({ columnId }) => columnId === measure) === true
  return isJoined ? joined.rows : rows
}

/** Finds a KPI by its metric name or by its column. */
const findKpi = (plan: WidgetPlan, queries: WidgetQueries, coordinate: Coordinate) => {
  const { measure } = coordinate
  const item =
    allKpis(plan).find(({ metric }) => metric === measure) ??
    allKpis(plan).find(({ column }) => column.columnId === measure)
  const isJoined = item !== undefined && plan.joined?.kpis.items.includes(item) === true
  const query = selectPeriod(isJoined ? (queries.joined?.kpis ?? null) : queries.kpis, coordinate)
  if (item === undefined)
    throw new InvalidQuery([{ field: 'cell.measure', message: `${coordinate.measure} is not a number of this tile` }])
  return {
    query,
    coordinate: { ...coordinate, measure: item.column.columnId, aggregation: item.column.aggregation },
    label: item.label,
  }
}

/**
 * A number of a tile: one of its KPIs if no row is given, else a number in its rows or, by month, in its trend.
 * Throws `InvalidQuery`.
 */
const findWidgetNumber = (
  { includeClubOrders, cell: coordinate }: Pick<WidgetCell, 'includeClubOrders' | 'cell'>,
  plan: WidgetPlan,
  settings: AnalyticsSettings,
): AnsweredNumber => {
  const queries = widgetQueries(plan, settings, includeClubOrders)
  const { trend, range, comparison } = queries
  const dates: ResolvedRange | null = coordinate.period === 'previous' ? (comparison?.range ?? null) : range
  if (Object.keys(coordinate.row).length === 0) {
    const { query, coordinate: kpiCell, label } = findKpi(plan, queries, coordinate)
    const { cell, output } = findCell(query, kpiCell)
    return { query, cell, label: label ?? output.displayName, format: output.format, range: dates }
  }
  const isInTrend = hasRowGroups(trend, coordinate)
  const query = isInTrend ? trend : selectPeriod(rowQueries(queries, coordinate), coordinate)
  const { cell, output } = findCell(query, coordinate)
  const number = { query, cell, label: output.displayName, format: output.format, range: isInTrend ? null : dates }
  if (isInTrend || queries.joined === null) return number
  return { ...number, ofAbsentGroup: absentValue(output.column.kind === 'measure' && output.column.additive) }
}

/** The plan of a tile below its filter bar. Throws `InvalidQuery`. Errors: `widget.unknown_type`. */
const appliedPlan = ({ widget, includeClubOrders, filterBar }: WidgetCell, settings: AnalyticsSettings): WidgetPlan => {
  const plan = widgetByType(widget.type)?.planOf(widget.props)
  if (plan === undefined) throw fail('widget.unknown_type')
  if (filterBar === undefined) return plan
  const problems = filterBarProblems(filterBar, 'filterBar', reportTypesFor(settings.customFields))
  if (problems.length > 0) throw new InvalidQuery(problems)
  return applyFilterBar(plan, { filterBar, includeClubOrders, keepsOwnDates: keepsOwnDates(widget.props) }, settings)
    .plan
}

/** The query of a pivot's cells with these group values: its total for none. A name without its key is all that have it. */
const grainOf = (query: SemanticQuery, pivot: Pivot, coordinate: Coordinate): SemanticQuery => {
  const named = Object.keys(coordinate.row).map((name) => findNamedColumn(query, name, 'cell.row').columnId)
  if (named.length === 0) return query
  const given = named.filter((columnId) => !pivot.keys.includes(columnId))
  const isOfRow = ({ query: { groupBy } }: PivotGrain): boolean => {
    const names = groupBy.filter((columnId) => !pivot.keys.includes(columnId))
    return names.length === given.length && names.every((columnId) => given.includes(columnId))
  }
  const grain = pivotGrains(query, pivot).find(isOfRow)
  if (grain === undefined) throw invalidField('cell.row', `The pivot has no cells of ${named.join(', ')}`)
  return byGivenGroups(grain.query, coordinate)
}

/**
 * A row may have a name without its key, or the key alone: the number is then that of all rows with it. Throws `InvalidQuery` for an
 * unknown column.
 */
const byGivenGroups = (query: SemanticQuery, { row }: Coordinate): SemanticQuery => {
  const given = Object.keys(row).map((name) => findNamedColumn(query, name, 'cell.row').columnId)
  const type = queriedType(query)
  const findKeyColumn = (columnId: string): string | undefined =>
    type ? keyOfName(type, columnId)?.columnId : undefined
  const isLeftOut = (columnId: string): boolean =>
    !given.includes(columnId) && given.some((one) => findKeyColumn(one) === columnId || findKeyColumn(columnId) === one)
  if (!query.groupBy.some(isLeftOut)) return query
  const { groupLimits = [], ...rest } = query
  const limits = groupLimits
    .filter(({ columnId }) => !isLeftOut(columnId))
    .map(({ key, ...limit }) => (key === undefined || isLeftOut(key) ? limit : { ...limit, key }))
  return {
    ...rest,
    groupBy: query.groupBy.filter((columnId) => !isLeftOut(columnId)),
    columns: query.columns.filter(({ columnId, aggregation }) => aggregation !== 'None' || !isLeftOut(columnId)),
    sort: [],
    ...(limits.length === 0 ? {} : { groupLimits: limits }),
  }
}

/** A number in a report's result. Throws `InvalidQuery`. */
const findReportNumber = (
  request: ReportRequest,
  coordinate: z.output<typeof CellPlace>,
  { calendar, customFields }: AnalyticsSettings,
): AnsweredNumber => {
  const { query: whole, range, comparison, pivot } = withAddedColumns(resolveReport(request, calendar, customFields))
  const current = pivot === null ? byGivenGroups(whole, coordinate) : grainOf(whole, pivot, coordinate)
  const isPrevious = coordinate.period === 'previous'
  const query = isPrevious ? comparison && compareWith(current, comparison) : current
  if (query === null) throw new InvalidQuery([{ field: 'cell.period', message: 'Nothing is compared' }])
  const { cell, output } = findCell(query, coordinate)
  const at = whole.columns.findIndex(
    ({ columnId, aggregation }) => columnId === output.column.columnId && aggregation === output.aggregation,
  )
  const column = request.definition.columns[at]
  return {
    query,
    cell,
    label: column?.displayName ?? output.displayName,
    // a proof is exact
    format: column?.format === 'days' ? output.format : (column?.format ?? output.format),
    range: isPrevious ? (comparison?.range ?? null) : range,
  }
}

/** A number in the result of a query for its own period. */
export interface AnsweredNumber {
  readonly query: SemanticQuery
  readonly cell: Cell
  /** its label on screen */
  readonly label: string
  readonly format: Format
  /** resolved dates; null without any */
  readonly range: ResolvedRange | null
  /** of a row that only another query of the tile has: what it shows for a group without records */
  readonly ofAbsentGroup?: 0 | null
}

/** The page does not affect the query of a single number. */
const ALL_ROWS = { page: 1, pageSize: 1 }

/** The number that a request refers to. Throws `InvalidQuery`. Errors: as `findDefinition`, `widget.unknown_type`. */
export const findNumber = async (
  deps: Deps,
  caller: Caller,
  settings: AnalyticsSettings,
  input: z.output<typeof ExplainRequest>,
): Promise<AnsweredNumber> => {
  if ('widget' in input) {
    const { widget, cell } = input
    if (widget.type === 'report') return findTileNumber(deps, caller, settings, input)
    if (widget.type === 'goal') return findGoalNumber(deps, caller, settings, { props: widget.props, cell })
    const plan = appliedPlan(input, settings)
    return findWidgetNumber(input, plan, await withCompared(deps, settings, plan.compare))
  }
  const { cell, definition: ref, ...options } = input
  const definition = await findDefinition(deps, caller, ref)
  const request = { ...ALL_ROWS, ...options, definition }
  return findReportNumber(request, cell, await withCompared(deps, settings, requestedComparison(request)))
}

const NO_FILTERS: FilterBar = { dimensionFilters: [] }

/** A number of a report tile. Without an aggregation it is the first column of the measure, as the tile names its numbers. */
const findTileNumber = async (
  deps: Deps,
  caller: Caller,
  settings: AnalyticsSettings,
  { widget, includeClubOrders, filterBar = NO_FILTERS, cell }: WidgetCell,
): Promise<AnsweredNumber> => {
  const { request } = await tileRequest(deps, caller, settings, { props: widget.props, filterBar, includeClubOrders })
  const withDates = await withCompared(deps, settings, requestedComparison(request))
  const { columns } = resolveReport(request, withDates.calendar, withDates.customFields).query
  const named = columns.filter(({ columnId }) => columnId.toLowerCase() === cell.measure.toLowerCase())
  const column = named.find(({ aggregation }) => aggregation === cell.aggregation) ?? named[0]
  const coordinate = { ...cell, aggregation: column?.aggregation ?? cell.aggregation }
  return findReportNumber(request, coordinate, withDates)
}

/** What is reached of a goal. */
const findGoalNumber = async (
  deps: Deps,
  caller: Caller,
  settings: AnalyticsSettings,
  { props, cell }: { readonly props: unknown; readonly cell: Coordinate },
): Promise<AnsweredNumber> => {
  const { plan, includeClubOrders } = await readTileGoal(deps, caller, GoalTile.parse(props), settings.calendar.today)
  return findWidgetNumber({ includeClubOrders, cell }, plan, settings)
}

interface FoundCell {
  readonly cell: Cell
  /** index in the query's columns */
  readonly coordinate: number
  readonly output: OutputColumn
}

const invalidField = (field: string, message: string): InvalidQuery => new InvalidQuery([{ field, message }])

/** Finds a column by name, ignoring case. */
const findNamedColumn = (query: SemanticQuery, name: string, field: string): Column => {
  const type = queriedType(query)
  const column = type && findColumn(type, name)
  if (!column) throw invalidField(field, `${name} is not a column of ${type?.title ?? query.reportType}`)
  return column
}

/** Timestamps are returned as instants but filtered as local days, so they cannot identify a record. */
const identifiesRecord = (column: Column): boolean => column.kind === 'dimension' && column.type !== 'dateTime'

const parseRow = (query: SemanticQuery, given: z.output<typeof CellPlace>['row']): Cell['row'] => {
  const values = Object.entries(given).map(
    ([name, value]) => [findNamedColumn(query, name, 'cell.row'), value] as const,
  )
  const identifying = query.grain === 'records' ? values.filter(([column]) => identifiesRecord(column)) : values
  if (values.length > 0 && identifying.length === 0)
    throw invalidField('cell.row', 'A row needs a value that identifies it')
  const row = Object.fromEntries(identifying.map(([{ columnId }, value]) => [columnId, value] as const))
  if (query.grain === 'groups' && values.length > 0) assertAllGroups(query, row)
  return row
}

const assertAllGroups = ({ groupBy }: SemanticQuery, row: Cell['row']): void => {
  const missing = groupBy.filter((columnId) => !Object.hasOwn(row, columnId))
  if (missing.length > 0) throw invalidField('cell.row', `A row also needs ${missing.join(', ')}`)
  const other = Object.keys(row).find((columnId) => !groupBy.includes(columnId))
  if (other !== undefined) throw invalidField('cell.row', `The rows are not grouped by ${other}`)
}

/** The latest of several dates is displayed like a measure but is not a number. */
const isNumber = ({ format }: OutputColumn): boolean => format !== 'date' && format !== 'dateTime' && format !== 'text'

/**
 * Finds the cell that a request names. Its row has a value for each group of the query, or none for the total.
 * Throws `InvalidQuery` for a number that is not in the query's result.
 */
const findCell = (query: SemanticQuery, { row, measure, aggregation }: z.output<typeof CellPlace>): FoundCell => {
  const { columnId } = findNamedColumn(query, measure, 'cell.measure')
  const outputs = describeColumns(query)
  const coordinate = outputs.findIndex(
    (output) => output.column.columnId === columnId && output.aggregation === aggregation,
  )
  const output = outputs[coordinate]
  if (!output?.isMeasure || !isNumber(output))
    throw invalidField('cell.measure', `${measure} is not a number of this report`)
  return { cell: { row: parseRow(query, row), measure: columnId, aggregation }, coordinate, output }
}
