import { useMemo } from 'react'
import type { Box, ChartData } from '#charts/chart.ts'
import { COMPARE_TITLES } from '#domain/ranges/comparison-mode.ts'
import { BarChart, LineChart } from '#ui/charts.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiLayout } from '#ui/kpi-layout.tsx'
import { Legend, legendHeight, useHiddenSeries } from '#ui/legend.tsx'
import type { MarkAt } from '#ui/mark-action.tsx'
import { chartSummary, comparedKpis, comparedWith } from './chart-text.ts'
import { bucketTitle, MAX_BARS, periodChart } from './period-chart.ts'
import { type PeriodSeries, periodSeries } from './period-series.ts'
import { measureNamed } from './result-table.ts'
import type { WidgetViewProps } from './widget-view.ts'

interface PeriodPictureProps {
  readonly series: PeriodSeries
  /** of all its series, also those that the legend hides */
  readonly chart: ChartData
  readonly measure: { readonly id: string; readonly name: string; readonly format: string }
  /** of the buckets; default: with their years */
  readonly titles?: readonly string[]
  readonly kind: 'grouped' | 'stacked' | 'line' | 'filled'
  readonly legend: ChartData['series'] | null
  readonly hasAxes: boolean
  readonly box: Box
}

/** The buckets of a period with their legend; each is marked by its bucket and channel. */
export const PeriodPicture = (props: PeriodPictureProps) => {
  const { series, chart, measure, kind, legend, hasAxes, box } = props
  const formats = useFormats()
  const { hidden, toggle } = useHiddenSeries(chart.series.map(({ name }) => name))
  const data = useMemo(
    () => ({ ...chart, series: chart.series.filter(({ name }) => !hidden.has(name)) }),
    [chart, hidden],
  )
  const fullTitles = series.buckets.map((bucket) => bucketTitle(bucket, series, formats))
  const { titles = fullTitles } = props
  const subject = `${measure.name} by ${series.grain}`
  const summary = chartSummary({ subject, names: titles, values: series.total, format: measure.format }, formats)
  const markAt: MarkAt = (category, at) => {
    const bucket = series.buckets[category]
    if (bucket === undefined) return null
    // A bar of the comparison stands for its bucket of the current period.
    const split = at === null ? undefined : data.series[at]
    const label = [fullTitles[category], split?.key === undefined ? null : split.name].filter(Boolean).join(', ')
    const value = series.grain === 'month' ? bucket.slice(0, 7) : bucket
    return { row: { [series.bucketId]: value, ...split?.key }, label, measure: measure.id }
  }
  const isBars = kind === 'grouped' || kind === 'stacked'
  const height = legend === null ? box.height : box.height - legendHeight(legend, box.width)
  const drawn = { data, titles, summary, format: measure.format, hasAxes, markAt, box: { width: box.width, height } }
  return (
    <div>
      {legend === null ? null : (
        <Legend entries={legend} hasBars={isBars} width={box.width} hidden={hidden} onToggle={toggle} />
      )}
      {isBars ? <BarChart {...drawn} mode={kind} /> : <LineChart {...drawn} isFilled={kind === 'filled'} />}
    </div>
  )
}

/** A current period by day, week or month, and by channel if there is space. */
export const PeriodView = ({ measureId, ...props }: WidgetViewProps & { measureId: string }) => {
  const { data, range, compareRange, comparison, box } = props
  const formats = useFormats()
  const series = useMemo(
    () => periodSeries({ data, range, compareRange, comparison }, measureId),
    [data, range, compareRange, comparison, measureId],
  )
  const column = measureNamed(data, measureId)
  const measure = { id: measureId, name: column?.displayName ?? '', format: column?.format ?? 'number' }
  const picture = (room: Box) => {
    const hasAxes = room.height >= 96 && room.width >= 220
    const isStacked = hasAxes && room.height >= 130 && series.byChannel.length > 1
    const names = {
      name: measure.name,
      isStacked,
      isRunning: range?.partial ?? false,
      previousName: COMPARE_TITLES[comparison?.mode ?? 'previousPeriod'],
    }
    const chart = periodChart(series, names, formats)
    const kind = isStacked ? 'stacked' : series.buckets.length > MAX_BARS ? 'filled' : 'grouped'
    const legend = isStacked ? chart.series : null
    return <PeriodPicture {...{ series, chart, measure, kind, legend, hasAxes }} box={room} />
  }
  return (
    <KpiLayout box={box} kpis={comparedKpis(props)} comparedWith={comparedWith(props, formats)} picture={picture} />
  )
}
