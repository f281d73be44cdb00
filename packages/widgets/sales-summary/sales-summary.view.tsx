import { useMemo } from 'react'
import type { Box, ChartData } from '#charts/chart.ts'
import { bucketsBetween } from '#charts/time-buckets.ts'
import type { Formats } from '#charts/value-format.ts'
import { diffDays } from '#domain/ranges/local-day.ts'
import { BarChart, LineChart } from '#ui/charts.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { useHiddenSeries } from '#ui/hidden-series.ts'
import { KpiLayout } from '#ui/kpi-layout.tsx'
import { Legend, legendHeight } from '#ui/legend.tsx'
import type { Mark } from '#ui/mark-action.tsx'
import { chartSummary, comparedKpis, comparedWith } from '../kit/chart-text.ts'
import { measureNamed } from '../kit/result-table.ts'
import type { WidgetRange, WidgetView, WidgetViewProps } from '../kit/widget-view.ts'
import { type MonthSeries, monthSeries } from './month-series.ts'

/** Height from which a legend leaves enough space for the chart. */
const MIN_WITH_LEGEND = 90

/** A shorter range is labeled with its days and not with its year. */
const MAX_DAYS_WITHOUT_YEAR = 92

/** A fiscal year that does not start in January is labeled with two years. */
const yearOf = (range: WidgetRange | null, fallback: string, formats: Formats): string => {
  if (range === null) return fallback
  const year = range.from.slice(0, 4)
  const startsMonth = range.from.endsWith('-01')
  const isJanuary = startsMonth && range.from.slice(5, 7) === '01'
  if (!isJanuary && (!startsMonth || diffDays(range.from, range.until) <= MAX_DAYS_WITHOUT_YEAR))
    return formats.range(range.from, range.until)
  return isJanuary ? year : `${year}/${String(Number(year) + 1).slice(2)}`
}

interface Years {
  readonly range: WidgetRange | null
  readonly compareRange: WidgetRange | null
}

const isRunning = (month: string | undefined, range: WidgetRange | null): boolean =>
  range?.partial === true && bucketsBetween(range, 'month').at(-1) === month

const chartData = ({ months, current, previous }: MonthSeries, years: Years, formats: Formats): ChartData => {
  const { range, compareRange } = years
  return {
    categories: months.map((month) => formats.month(month)),
    // Only the last month shown can be the current one.
    isLastRunning: isRunning(months.at(-1), range),
    series: [
      ...(previous
        ? [{ name: yearOf(compareRange, 'Last year', formats), values: previous, color: 0, isComparison: true }]
        : []),
      { name: yearOf(range, 'This year', formats), values: current, color: 0 },
    ],
  }
}

const SalesSummaryView = (props: WidgetViewProps) => {
  const { data, range, compareRange, comparison, settings, box } = props
  const formats = useFormats()
  const measureId = typeof settings.column === 'string' ? settings.column : 'netSales'
  const series = useMemo(
    () => monthSeries({ data, range, compareRange, comparison }, measureId),
    [data, range, compareRange, comparison, measureId],
  )
  const all = useMemo(() => chartData(series, { range, compareRange }, formats), [series, range, compareRange, formats])
  const { hidden, toggle } = useHiddenSeries(all.series.map(({ name }) => name))
  const chart = useMemo(() => ({ ...all, series: all.series.filter(({ name }) => !hidden.has(name)) }), [all, hidden])
  const measure = measureNamed(data, measureId)
  const format = measure?.format ?? 'number'
  const kpis = comparedKpis(props).toSorted((a, b) => Number(b.metric === measureId) - Number(a.metric === measureId))
  const titles = series.months.map((month) => formats.month(month, 'full').replace(/\s*\d{4}/, ''))
  const subject = `${measure?.displayName ?? ''} by month`
  const summary = chartSummary({ subject, names: titles, values: series.current, format }, formats)

  const markAt = (category: number): Mark | null => {
    const month = series.months[category]
    return month === undefined
      ? null
      : { row: { orderMonth: month }, label: formats.month(month, 'full'), measure: measureId }
  }
  const picture = (room: Box) => {
    const hasLegend = room.height >= MIN_WITH_LEGEND
    const height = hasLegend ? room.height - legendHeight(all.series, room.width) : room.height
    const shared = {
      data: chart,
      titles,
      summary,
      format,
      box: { width: room.width, height },
      hasAxes: hasLegend,
      markAt,
    }
    return (
      <div>
        {hasLegend ? (
          <Legend entries={all.series.toReversed()} width={room.width} hidden={hidden} onToggle={toggle} />
        ) : null}
        {measure?.additive === false ? <LineChart {...shared} /> : <BarChart {...shared} mode="grouped" />}
      </div>
    )
  }
  return <KpiLayout box={box} kpis={kpis} comparedWith={comparedWith(props, formats)} picture={picture} />
}

export const view: WidgetView = { View: SalesSummaryView, skeleton: 'numbers', frame: 'titled' }
