import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import type { CellPlace } from '#contract/reports.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { InvalidQuery } from '#semantic/query.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import type { WidgetPlan } from '#widgets/kit/widget.ts'
import { type PeriodQueries, widgetQueries } from '#widgets/kit/widget-queries.ts'
import { widgetByType } from '#widgets/registry.ts'
import { findCell } from './find-cell.ts'
import type { AnsweredNumber } from './number.ts'

type Place = z.output<typeof CellPlace>

interface WidgetAsked {
  readonly widget: { readonly type: string; readonly props: Readonly<Record<string, unknown>> }
  readonly includeClubOrders: boolean
  readonly cell: Place
}

const ofPeriod = (queries: PeriodQueries | null, { period }: Place): SemanticQuery => {
  if (queries === null) throw new InvalidQuery([{ field: 'cell', message: 'This tile has no such number' }])
  const query = period === 'previous' ? queries.previous : queries.current
  if (query === null) throw new InvalidQuery([{ field: 'cell.period', message: 'Nothing is compared' }])
  return query
}

const isIn = (query: SemanticQuery | null, { row }: Place): query is SemanticQuery =>
  query !== null && Object.keys(row).every((columnId) => query.groupBy.includes(columnId))

interface KpiNumber {
  readonly query: SemanticQuery
  readonly place: Place
  readonly label: string | undefined
}

/** A KPI goes by the name it has on the wire, or by its column. */
const kpiNumber = (plan: WidgetPlan, queries: PeriodQueries | null, place: Place): KpiNumber => {
  const query = ofPeriod(queries, place)
  const item =
    plan.kpis?.items.find(({ metric }) => metric === place.measure) ??
    plan.kpis?.items.find(({ column }) => column.columnId === place.measure)
  if (item === undefined)
    throw new InvalidQuery([{ field: 'cell.measure', message: `${place.measure} is not a number of this tile` }])
  return {
    query,
    place: { ...place, measure: item.column.columnId, aggregation: item.column.aggregation },
    label: item.label,
  }
}

/**
 * A number of a tile: of its KPIs without a row, else of its rows or, by month, of its trend.
 * Throws `InvalidQuery`. Errors: `widget.unknown_type`.
 */
export const widgetNumber = (
  { widget, includeClubOrders, cell: place }: WidgetAsked,
  settings: AnalyticsSettings,
): AnsweredNumber => {
  const plan = widgetByType(widget.type)?.planOf(widget.props)
  if (plan === undefined) throw fail('widget.unknown_type')
  const { kpis, rows, trend, range, compareRange } = widgetQueries(plan, settings, includeClubOrders)
  const dates: ResolvedRange | null = place.period === 'previous' ? compareRange : range
  if (Object.keys(place.row).length === 0) {
    const { query, place: ofKpi, label } = kpiNumber(plan, kpis, place)
    const { cell, output } = findCell(query, ofKpi)
    return { query, cell, label: label ?? output.column.displayName, format: output.format, range: dates }
  }
  const isOfTrend = isIn(trend, place)
  const query = isOfTrend ? trend : ofPeriod(rows, place)
  const { cell, output } = findCell(query, place)
  return { query, cell, label: output.column.displayName, format: output.format, range: isOfTrend ? null : dates }
}
