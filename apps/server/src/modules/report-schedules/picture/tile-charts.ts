import { barChart } from '#charts/bar-chart.ts'
import type { Box, Chart, ChartData, Series } from '#charts/chart.ts'
import { horizontalBars } from '#charts/horizontal-bars.ts'
import { lineChart } from '#charts/line-chart.ts'
import { drawMap } from '#charts/report/draw-map.ts'
import { chartHeight, drawReport } from '#charts/report/draw-report.ts'
import type { Formats } from '#charts/value-format.ts'
import { COMPARE_TITLES } from '#domain/ranges/comparison-mode.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import { memberTrend } from '#widgets/club-member-count/member-trend.ts'
import { breakdownRows } from '#widgets/kit/breakdown.ts'
import { nameOfValue } from '#widgets/kit/cell-text.ts'
import { MAX_BARS, periodChart } from '#widgets/kit/period-chart.ts'
import { periodSeries } from '#widgets/kit/period-series.ts'
import { measureNamed } from '#widgets/kit/result-table.ts'
import type { AnyWidget } from '#widgets/kit/widget.ts'
import type { WidgetResult } from '#widgets/kit/widget-view.ts'
import { monthChart } from '#widgets/sales-summary/month-chart.ts'
import { monthSeries } from '#widgets/sales-summary/month-series.ts'

type LegendEntry = Pick<Series, 'name' | 'color' | 'isComparison'>

/** A chart with the names of its series; none: the chart names them. */
export interface TileChart {
  readonly chart: Chart
  readonly legend: readonly LegendEntry[]
}

export interface ChartParts {
  readonly result: WidgetResult
  readonly widget: AnyWidget
  /** the widget's settings as they are stored */
  readonly props: unknown
  readonly formats: Formats
  readonly today: LocalDay
  readonly box: Box
}

const seriesChart = (
  data: ChartData,
  kind: 'grouped' | 'stacked' | 'line',
  format: string,
  { formats, box }: ChartParts,
): TileChart => {
  const writeTick = (value: number) => formats.compact(value, format)
  const chart =
    kind === 'line'
      ? lineChart({ data, box, writeTick, isFilled: true })
      : barChart({ data, box, writeTick, mode: kind })
  return { chart, legend: data.series.length > 1 ? data.series : [] }
}

const periodOf = (measureId: string, parts: ChartParts): TileChart => {
  const { result, formats } = parts
  const series = periodSeries(result, measureId)
  const measure = measureNamed(result.data, measureId)
  const isStacked = series.byChannel.length > 1
  const names = {
    name: measure?.displayName ?? '',
    isStacked,
    isRunning: result.range?.partial ?? false,
    previousName: COMPARE_TITLES[result.comparison?.mode ?? 'previousPeriod'],
  }
  const kind = isStacked ? 'stacked' : series.buckets.length > MAX_BARS ? 'line' : 'grouped'
  return seriesChart(periodChart(series, names, formats), kind, measure?.format ?? 'number', parts)
}

/** Pixels of a row of bars. */
const ROW = 28

const breakdownOf = (measureId: string, { result, formats, box }: ChartParts): TileChart => {
  const rows = breakdownRows(result.data, measureId)
  const format = measureNamed(result.data, measureId)?.format ?? 'number'
  const writeValue = formats.column(
    rows.map(({ value }) => value),
    format,
  )
  const height = Math.min(box.height, rows.length * ROW)
  return { chart: horizontalBars({ rows, box: { ...box, height }, writeValue }), legend: [] }
}

const monthsOf = (measureId: string, parts: ChartParts): TileChart => {
  const { result, formats } = parts
  const measure = measureNamed(result.data, measureId)
  const data = monthChart(monthSeries(result, measureId), result, formats)
  return seriesChart(data, measure?.additive === false ? 'line' : 'grouped', measure?.format ?? 'number', parts)
}

const reportOf = ({ result, formats, today, box }: ChartParts): TileChart[] | null => {
  const { data, range, comparison } = result
  const { report } = data
  if (report === undefined || report.show !== 'chart' || report.chart === null) return null
  const drawing = drawReport(
    {
      chart: report.chart,
      columns: data.columns,
      rows: data.rows,
      previous: report.previous,
      hasEveryGroup: report.hasEveryGroup,
      previousName: comparison === null ? undefined : COMPARE_TITLES[comparison.mode].toLowerCase(),
      range,
      today,
      nameOf: nameOfValue,
      formats,
    },
    { ...box, height: chartHeight(report.chart, box.width, box.height) },
    drawMap,
  )
  return drawing && [{ chart: drawing.chart, legend: drawing.legend }]
}

const trendOf = (parts: ChartParts): TileChart[] => {
  const { trend } = parts.result.data
  return trend === undefined ? [] : [seriesChart(memberTrend(trend, parts.formats).data, 'line', 'integer', parts)]
}

const DRAWN = { period: periodOf, breakdown: breakdownOf, months: monthsOf } as const

/** The charts of a tile as the dashboard draws them; none where it shows numbers, a table or text. Their height may differ from the box. */
export const tileCharts = (parts: ChartParts): readonly TileChart[] => {
  const { result, widget, props } = parts
  if (result.data.report !== undefined) return reportOf(parts) ?? []
  if (result.data.rows.length === 0) return trendOf(parts)
  const chart = widget.chartOf?.(props) ?? null
  return chart === null ? [] : [DRAWN[chart.kind](chart.measureId, parts), ...trendOf(parts)]
}
