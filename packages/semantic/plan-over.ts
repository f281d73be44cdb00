import type { ResolvedComparison } from '#domain/ranges/comparison-range.ts'
import { monthLabel } from '#domain/ranges/local-day.ts'
import type { CustomRange } from '#domain/ranges/relative-range.ts'
import { missingMonth, type PlanMeasureId, type PlannedMeasure, planOf, type WineryPlan } from '#domain/winery-plan.ts'
import { queriedType } from './catalog/catalog.ts'
import { NOT_PLANNED, plannedDimensions } from './catalog/planned-type.ts'
import type { ReportType } from './catalog/report-type.ts'
import { filterColumns, filterHistory } from './filter-columns.ts'
import { compareOver, type PlannedQuery, type QueryColumn, type SemanticQuery } from './query.ts'

/** A query over the plan, or why the plan cannot answer. */
type PlanOver = { readonly query: SemanticQuery } | { readonly reason: string }

const countsOnce = ({ aggregation }: QueryColumn): boolean => aggregation === 'None' || aggregation === 'Sum'

const nameOf = (type: ReportType, id: string): string =>
  type.columns.find(({ columnId }) => columnId.toLowerCase() === id.toLowerCase())?.displayName ?? id

/** What of the query no plan can express, in words; null: nothing. */
const inexpressible = (query: SemanticQuery, type: ReportType): string | null => {
  if (query.groupLimits !== undefined || query.beyondLimits !== undefined) return 'limits to the top values'
  if (query.serviceIds !== undefined) return 'single services'
  if (filterHistory(query.filter).length > 0) return 'what customers did'
  const { semiJoin, groupFilter, asOfDays } = query
  if (semiJoin !== undefined || groupFilter !== undefined || asOfDays !== undefined) return `parts of ${type.title}`
  return null
}

/**
 * The same query over the account's plan: measures without a plan become null. The plan of a measure must cover every month of the days, and
 * have each column that the query groups or filters by.
 */
const planOver = (query: SemanticQuery, range: CustomRange, plan: WineryPlan): PlanOver => {
  const type = queriedType(query)
  if (type === null || query.range === null) return { reason: 'There is no plan without a date range' }
  const named = inexpressible(query, type)
  if (named !== null) return { reason: `There is no plan by ${named}` }
  const { reportType } = query
  const dateColumn = query.range.columnId
  const withoutClubOrders = query.withoutClubOrders === true
  const candidates = query.columns
    .filter(countsOnce)
    .flatMap(({ columnId }) =>
      planOf(plan, { reportType, columnId, dateColumn }, withoutClubOrders).map((line) => ({ columnId, line })),
    )
  const club = withoutClubOrders && reportType === 'Orders' ? ' without club orders' : ''
  const inWords = (ids: readonly string[]): string => [...new Set(ids)].map((id) => nameOf(type, id)).join(' and ')
  const [first] = candidates
  if (first === undefined) {
    const measured = query.columns.map(({ columnId }) => columnId).filter((id) => !query.groupBy.includes(id))
    return { reason: `There is no plan of ${inWords(measured)}${club}` }
  }
  const covering = candidates.filter(({ line }) => missingMonth(line, range) === undefined)
  if (covering.length === 0) {
    const month = missingMonth(first.line, range) ?? ''
    return { reason: `There is no plan of ${nameOf(type, first.columnId)}${club} for ${monthLabel(month.slice(0, 7))}` }
  }
  const needed = [...query.groupBy, ...filterColumns(query.filter)]
  const has = (line: PlannedMeasure, columnId: string): boolean =>
    plannedDimensions(type, [line], dateColumn).some((one) => one.columnId.toLowerCase() === columnId.toLowerCase())
  const answering = covering.filter(({ line }) => needed.every((columnId) => has(line, columnId)))
  if (answering.length === 0) {
    const unplanned = needed.filter((columnId) => !covering.some(({ line }) => has(line, columnId)))
    return { reason: `The plan is not split by ${inWords(unplanned)}` }
  }
  const measures: Record<string, PlanMeasureId> = {}
  for (const { columnId, line } of answering) measures[columnId] = line.measure
  const filtered = filterColumns(query.having).find((columnId) => measures[columnId] === undefined)
  if (filtered !== undefined) return { reason: `There is no plan of ${nameOf(type, filtered)}` }
  const lines = answering.map(({ line }) => line)
  const planned: PlannedQuery = {
    measures,
    dimensions: plannedDimensions(type, lines, dateColumn).map(({ columnId }) => columnId),
    dateColumn,
    from: range.from,
    until: range.until,
    withoutClubOrders,
  }
  return { query: overPlan(query, planned) }
}

/** A query over the plan. Measures that it does not have become null. */
export const overPlan = (
  { calculations: _calculations, customFields: _customFields, withoutClubOrders: _club, ...query }: SemanticQuery,
  planned: PlannedQuery,
): SemanticQuery => {
  const isKnown = ({ columnId }: { readonly columnId: string }) =>
    query.groupBy.includes(columnId) || planned.measures[columnId] !== undefined
  return {
    ...query,
    planned,
    columns: query.columns.map((column) =>
      isKnown(column) && countsOnce(column) ? column : { columnId: NOT_PLANNED, aggregation: 'None' },
    ),
    sort: query.sort.filter((sort) => 'column' in sort || isKnown(sort)),
  }
}

/** The query of what a comparison compares with: over its range, or over the plan. Null for a query without a range, and without a plan. */
export const compareWith = (
  query: SemanticQuery,
  { range, plan }: Pick<ResolvedComparison, 'range' | 'plan'>,
): SemanticQuery | null => {
  const over = compareOver(query, range)
  if (plan === undefined || over === null) return over
  const planned = planOver(over, range, plan)
  return 'query' in planned ? planned.query : null
}

/** Why a comparison with the plan has no numbers; null: it has some, or is another comparison. */
export const noPlanReason = (
  query: SemanticQuery,
  { range, plan }: Pick<ResolvedComparison, 'range' | 'plan'>,
): string | null => {
  const planned = plan && planOver(query, range, plan)
  return planned && 'reason' in planned ? planned.reason : null
}
