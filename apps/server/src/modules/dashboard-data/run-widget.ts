import type { Kpi, WidgetData } from '#contract/dashboards.ts'
import type { ResultColumn } from '#contract/reports.ts'
import { comparisonRange } from '#domain/ranges/comparison-range.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import { type ResolvedRange, resolveRange } from '#domain/ranges/resolve-range.ts'
import { columnName } from '#semantic/catalog/catalog.ts'
import { describeColumns } from '#semantic/compiler/describe-columns.ts'
import type { QueryColumn, SemanticQuery } from '#semantic/query.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import type { Cell, QuerySession } from '#server/modules/analytics/query-session.ts'
import type { PlannedQuery, WidgetPlan } from '#widgets/kit/widget.ts'

/** What of a tile depends on the rows alone, so that it can be kept. */
export interface WidgetAnswer {
  readonly data: WidgetData
  readonly range: ResolvedRange | null
  readonly compareRange?: ResolvedRange
}

interface Run {
  readonly session: QuerySession
  readonly settings: AnalyticsSettings
  readonly plan: WidgetPlan
  readonly withoutClubOrders: boolean
  readonly range: ResolvedRange | null
  readonly compareRange: ResolvedRange | null
}

type Ends = { readonly from: LocalDay; readonly until: LocalDay } | null

const queryOf = (planned: PlannedQuery, range: Ends, run: Run): SemanticQuery => ({
  reportType: planned.reportType,
  columns: planned.columns,
  grain: 'groups',
  groupBy: planned.groupBy,
  filter: null,
  range:
    range === null || planned.rangeColumn === null
      ? null
      : { columnId: planned.rangeColumn, from: range.from, until: range.until },
  sort: planned.sort,
  top: null,
  page: null,
  withoutClubOrders: run.withoutClubOrders,
})

const presentColumns = (query: SemanticQuery): ResultColumn[] =>
  describeColumns(query).map(({ column, aggregation, isMeasure, format, additive, goodDirection }) => ({
    columnId: column.columnId,
    columnName: columnName(column.columnId),
    displayName: column.displayName,
    kind: isMeasure ? 'measure' : 'dimension',
    type: column.type,
    format,
    aggregation,
    total: isMeasure,
    totalAggregation: 'sum',
    additive,
    goodDirection,
  }))

type PlannedKpis = NonNullable<WidgetPlan['kpis']>

const kpiQuery = ({ reportType, rangeColumn, items }: PlannedKpis): PlannedQuery => ({
  reportType,
  rangeColumn,
  groupBy: [],
  columns: items.map(({ column }): QueryColumn => column),
  sort: [],
})

const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

const runKpis = async (run: Run): Promise<Kpi[]> => {
  const { plan, session, range, compareRange } = run
  if (plan.kpis === null) return []
  const query = queryOf(kpiQuery(plan.kpis), range, run)
  const [[values = []], [previous = []]] = await Promise.all([
    session.rows(query),
    compareRange === null ? [] : session.rows(queryOf(kpiQuery(plan.kpis), compareRange, run)),
  ])
  const columns = describeColumns(query)
  return plan.kpis.items.map(({ metric, label }, place) => {
    const column = columns[place]
    return {
      metric,
      label: label ?? column?.column.displayName ?? metric,
      value: numberOf(values[place]),
      previous: numberOf(previous[place]),
      format: column?.format ?? 'number',
      goodDirection: column?.goodDirection ?? 'neutral',
    }
  })
}

const runRows = async (run: Run): Promise<Pick<WidgetData, 'columns' | 'rows' | 'previousRows'>> => {
  const { plan, session, range, compareRange } = run
  if (plan.rows === null) return { columns: [], rows: [] }
  const query = queryOf(plan.rows, range, run)
  const columns = presentColumns(query)
  if (compareRange === null) return { columns, rows: await session.rows(query) }
  const [rows, previousRows] = await Promise.all([
    session.rows(query),
    session.rows(queryOf(plan.rows, compareRange, run)),
  ])
  return { columns, rows, previousRows }
}

/** First days after the last so many months, the running one ending today. */
const monthEnds = (count: number, { calendar }: AnalyticsSettings): LocalDay[] => {
  const thisMonth = periodStart(calendar.today, 'month', calendar)
  const starts = Array.from({ length: count - 1 }, (_, back) => shiftPeriod(thisMonth, 'month', back + 2 - count))
  return [...starts, addDays(calendar.today, 1)]
}

const runTrend = async (run: Run): Promise<Pick<WidgetData, 'trend'>> => {
  const { plan, session, settings } = run
  if (plan.trend === undefined) return {}
  const query = { ...queryOf(plan.trend.query, null, run), asOfDays: monthEnds(plan.trend.months, settings) }
  return { trend: { columns: presentColumns(query), rows: await session.rows(query) } }
}

const accountOf = ({ plan, settings }: Run): Pick<WidgetData, 'account'> =>
  plan.kpis === null && plan.rows === null ? { account: { name: settings.accountName, logoUrl: settings.logoUrl } } : {}

interface RunWidgetOptions {
  readonly session: QuerySession
  readonly settings: AnalyticsSettings
  readonly plan: WidgetPlan
  readonly includeClubOrders: boolean
}

/** All numbers of one tile. */
export const runWidget = async ({
  session,
  settings,
  plan,
  includeClubOrders,
}: RunWidgetOptions): Promise<WidgetAnswer> => {
  const range = plan.range === null ? null : resolveRange(plan.range, settings.calendar)
  const compareRange =
    range === null || plan.range === null || plan.compare === null
      ? null
      : comparisonRange(plan.range, range, settings.calendar, plan.compare)
  const run: Run = { session, settings, plan, withoutClubOrders: !includeClubOrders, range, compareRange }
  const [rows, kpis, trend] = await Promise.all([runRows(run), runKpis(run), runTrend(run)])
  return { data: { kpis, ...rows, ...trend, ...accountOf(run) }, range, ...(compareRange ? { compareRange } : {}) }
}
