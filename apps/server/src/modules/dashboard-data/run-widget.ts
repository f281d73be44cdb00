import type { Kpi, WidgetComparison, WidgetData } from '#contract/dashboards.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import { describeColumns } from '#semantic/compiler/describe-columns.ts'
import { noPlanReason } from '#semantic/plan-over.ts'
import { compareOver, type SemanticQuery } from '#semantic/query.ts'
import {
  type AnalyticsSettings,
  type Cell,
  presentColumns,
  type QuerySession,
  readShortHistory,
} from '#server/modules/analytics/index.ts'
import { absentValue, allKpis, joinRows } from '#widgets/kit/joined-rows.ts'
import type { WidgetPlan } from '#widgets/kit/widget.ts'
import { type PeriodQueries, type WidgetQueries, widgetQueries } from '#widgets/kit/widget-queries.ts'

/** The part of a tile's response that depends on the data only, so that it can be cached. */
export interface WidgetAnswer {
  readonly data: WidgetData
  readonly range: ResolvedRange | null
  readonly compareRange?: ResolvedRange
  readonly comparison?: WidgetComparison
}

const toNumber = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

const runKpis = async (
  session: QuerySession,
  planned: WidgetPlan['kpis'] | undefined,
  queries: PeriodQueries | null | undefined,
): Promise<Kpi[]> => {
  if (!planned || !queries) return []
  const { current, previous } = queries
  const [[values = []], [previousValues = []]] = await Promise.all([
    session.rows(current),
    previous === null ? [] : session.rows(previous),
  ])
  const columns = describeColumns(current)
  return planned.items.map(({ metric, label }, index) => {
    const column = columns[index]
    return {
      metric,
      label: label ?? column?.displayName ?? metric,
      value: toNumber(values[index]),
      previous: toNumber(previousValues[index]),
      format: column?.format ?? 'number',
      goodDirection: column?.goodDirection ?? 'neutral',
    }
  })
}

type TileRows = Pick<WidgetData, 'columns' | 'rows' | 'previousRows'>

const runRows = async (session: QuerySession, queries: PeriodQueries | null): Promise<TileRows> => {
  if (queries === null) return { columns: [], rows: [] }
  const { current, previous } = queries
  const columns = presentColumns(current)
  if (previous === null) return { columns, rows: await session.rows(current) }
  const [rows, previousRows] = await Promise.all([session.rows(current), session.rows(previous)])
  return { columns, rows, previousRows }
}

/** Values of a group that the other query has no row of. */
const absentValues = ({ columns }: TileRows, keys: number): Cell[] =>
  columns.slice(keys).map(({ additive }) => absentValue(additive))

const joinTables = (left: TileRows, right: TileRows, keys: number): TileRows => {
  const joined = (of: (table: TileRows) => TileRows['rows']) =>
    joinRows(
      { rows: of(left), absent: absentValues(left, keys) },
      { rows: of(right), absent: absentValues(right, keys) },
      keys,
    )
  return {
    columns: [...left.columns, ...right.columns.slice(keys)],
    rows: joined(({ rows }) => rows),
    ...(left.previousRows ? { previousRows: joined(({ previousRows }) => previousRows ?? []) } : {}),
  }
}

const runJoinedRows = async (session: QuerySession, { rows, joined }: WidgetQueries): Promise<TileRows> => {
  if (rows === null || joined === null) return runRows(session, rows)
  const [left, right] = await Promise.all([runRows(session, rows), runRows(session, joined.rows)])
  return joinTables(left, right, rows.current.groupBy.length)
}

const runTrend = async (session: QuerySession, query: SemanticQuery | null): Promise<Pick<WidgetData, 'trend'>> =>
  query === null ? {} : { trend: { columns: presentColumns(query), rows: await session.rows(query) } }

interface RunWidgetOptions {
  readonly session: QuerySession
  readonly settings: AnalyticsSettings
  readonly plan: WidgetPlan
  readonly includeClubOrders: boolean
}

/** The comparison of a tile, and its KPIs like for like where history is short. */
const runComparison = async (
  { session, settings, plan }: Omit<RunWidgetOptions, 'includeClubOrders'>,
  { range, comparison, kpis, joined, rows }: WidgetQueries,
): Promise<Pick<WidgetAnswer, 'compareRange' | 'comparison'>> => {
  const query = kpis?.current ?? rows?.current
  if (range === null || comparison === null || query === undefined) return {}
  const { mode, alignedOn } = comparison
  const noPlan = noPlanReason(query, comparison)
  const history = await readShortHistory(session, settings, query, { range, comparison })
  const parts = history?.parts ?? null
  const valuesOver = async (days: ResolvedRange): Promise<Cell[]> => {
    const queries = [kpis, joined?.kpis].flatMap((one) => (one && compareOver(one.current, days)) ?? [])
    const tables = await Promise.all(queries.map((part) => session.rows(part)))
    return tables.flatMap(([values = []]) => values)
  }
  const [values, previous] = parts ? [await valuesOver(parts.range), await valuesOver(parts.compareRange)] : [[], []]
  const likeForLike = parts && {
    ...parts,
    kpis: allKpis(plan).map(({ metric }, index) => ({
      metric,
      value: toNumber(values[index]),
      previous: toNumber(previous[index]),
    })),
  }
  const described = { mode, alignedOn, noPlan, dataStarts: history?.dataStarts ?? null, likeForLike }
  return { compareRange: comparison.range, comparison: described }
}

/** Runs all queries of one tile. */
export const runWidget = async ({
  session,
  settings,
  plan,
  includeClubOrders,
}: RunWidgetOptions): Promise<WidgetAnswer> => {
  const queries = widgetQueries(plan, settings, includeClubOrders)
  const [rows, kpis, joinedKpis, trend, compared] = await Promise.all([
    runJoinedRows(session, queries),
    runKpis(session, plan.kpis, queries.kpis),
    runKpis(session, plan.joined?.kpis, queries.joined?.kpis),
    runTrend(session, queries.trend),
    runComparison({ session, settings, plan }, queries),
  ])
  return {
    data: { kpis: [...kpis, ...joinedKpis], ...rows, ...trend },
    range: queries.range,
    ...compared,
  }
}
