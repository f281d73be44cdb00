import type { Kpi, WidgetData } from '#contract/dashboards.ts'
import type { Comparison } from '#contract/reports.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import { describeColumns } from '#semantic/compiler/describe-columns.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import {
  type AnalyticsSettings,
  type Cell,
  presentColumns,
  type QuerySession,
} from '#server/modules/analytics/index.ts'

import type { WidgetPlan } from '#widgets/kit/widget.ts'
import { type PeriodQueries, widgetQueries } from '#widgets/kit/widget-queries.ts'

/** The part of a tile's response that depends on the data only, so that it can be cached. */
export interface WidgetAnswer {
  readonly data: WidgetData
  readonly range: ResolvedRange | null
  readonly compareRange?: ResolvedRange
  readonly comparison?: Comparison
}

const toNumber = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

const runKpis = async (session: QuerySession, plan: WidgetPlan, queries: PeriodQueries | null): Promise<Kpi[]> => {
  if (plan.kpis === null || queries === null) return []
  const { current, previous } = queries
  const [[values = []], [previousValues = []]] = await Promise.all([
    session.rows(current),
    previous === null ? [] : session.rows(previous),
  ])
  const columns = describeColumns(current)
  return plan.kpis.items.map(({ metric, label }, place) => {
    const column = columns[place]
    return {
      metric,
      label: label ?? column?.column.displayName ?? metric,
      value: toNumber(values[place]),
      previous: toNumber(previousValues[place]),
      format: column?.format ?? 'number',
      goodDirection: column?.goodDirection ?? 'neutral',
    }
  })
}

const runRows = async (
  session: QuerySession,
  queries: PeriodQueries | null,
): Promise<Pick<WidgetData, 'columns' | 'rows' | 'previousRows'>> => {
  if (queries === null) return { columns: [], rows: [] }
  const { current, previous } = queries
  const columns = presentColumns(current)
  if (previous === null) return { columns, rows: await session.rows(current) }
  const [rows, previousRows] = await Promise.all([session.rows(current), session.rows(previous)])
  return { columns, rows, previousRows }
}

const runTrend = async (session: QuerySession, query: SemanticQuery | null): Promise<Pick<WidgetData, 'trend'>> =>
  query === null ? {} : { trend: { columns: presentColumns(query), rows: await session.rows(query) } }

interface RunWidgetOptions {
  readonly session: QuerySession
  readonly settings: AnalyticsSettings
  readonly plan: WidgetPlan
  readonly includeClubOrders: boolean
}

/** Runs all queries of one tile. */
export const runWidget = async ({
  session,
  settings,
  plan,
  includeClubOrders,
}: RunWidgetOptions): Promise<WidgetAnswer> => {
  const queries = widgetQueries(plan, settings, includeClubOrders)
  const { range, comparison } = queries
  const [rows, kpis, trend] = await Promise.all([
    runRows(session, queries.rows),
    runKpis(session, plan, queries.kpis),
    runTrend(session, queries.trend),
  ])
  return {
    data: { kpis, ...rows, ...trend },
    range,
    ...(comparison
      ? { compareRange: comparison.range, comparison: { mode: comparison.mode, alignedOn: comparison.alignedOn } }
      : {}),
  }
}
