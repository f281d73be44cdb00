import { useMemo } from 'react'
import type { Box } from '#charts/chart.ts'
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
  readonly measure: { readonly id: string; readonly name: string; readonly format: string }
  readonly isRunning: boolean
  /** legend of the comparison */
  readonly previousName: string
  readonly box: Box
}

const PeriodPicture = ({ series, measure, isRunning, previousName, box }: PeriodPictureProps) => {
  const formats = useFormats()
  const hasAxes = box.height >= 96 && box.width >= 220
  const isStacked = hasAxes && box.height >= 130 && series.byChannel.length > 1
  const all = useMemo(
    () => periodChart(series, { name: measure.name, isStacked, isRunning, previousName }, formats),
    [series, measure.name, isStacked, formats, isRunning, previousName],
  )
  const { hidden, toggle } = useHiddenSeries(all.series.map(({ name }) => name))
  const data = useMemo(() => ({ ...all, series: all.series.filter(({ name }) => !hidden.has(name)) }), [all, hidden])
  const titles = series.buckets.map((bucket) => bucketTitle(bucket, series, formats))
  const subject = `${measure.name} by ${series.grain}`
  const summary = chartSummary({ subject, names: titles, values: series.total, format: measure.format }, formats)
  const markAt: MarkAt = (category, at) => {
    const bucket = series.buckets[category]
    if (bucket === undefined) return null
    // A bar of the comparison stands for its bucket of the current period.
    const split = at === null ? undefined : data.series[at]
    const label = [titles[category], split?.key === undefined ? null : split.name].filter(Boolean).join(', ')
    const value = series.grain === 'month' ? bucket.slice(0, 7) : bucket
    return { row: { [series.bucketId]: value, ...split?.key }, label, measure: measure.id }
  }
  const shared = { data, titles, summary, format: measure.format, hasAxes, markAt }
  if (!isStacked && series.buckets.length > MAX_BARS) return <LineChart {...shared} box={box} isFilled />
  if (!isStacked) return <BarChart {...shared} box={box} mode="grouped" />
  return (
    <div>
      <Legend entries={all.series} hasBars width={box.width} hidden={hidden} onToggle={toggle} />
      <BarChart
        {...shared}
        box={{ width: box.width, height: box.height - legendHeight(all.series, box.width) }}
        mode="stacked"
      />
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
  return (
    <KpiLayout
      box={box}
      kpis={comparedKpis(props)}
      comparedWith={comparedWith(props, formats)}
      picture={(room) => (
        <PeriodPicture
          series={series}
          measure={measure}
          isRunning={range?.partial ?? false}
          previousName={COMPARE_TITLES[comparison?.mode ?? 'previousPeriod']}
          box={room}
        />
      )}
    />
  )
}
