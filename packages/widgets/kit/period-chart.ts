import type { ChartData } from '#charts/chart.ts'
import type { Formats } from '#charts/value-format.ts'
import type { PeriodSeries } from './period-series.ts'

/** More buckets than this are drawn as a line chart. */
export const MAX_BARS = 20

export const bucketTitle = (bucket: string, { grain }: Pick<PeriodSeries, 'grain'>, formats: Formats): string => {
  if (grain === 'month') return formats.month(bucket, 'full')
  return grain === 'week' ? `Week of ${formats.day(bucket, 'full')}` : formats.day(bucket, 'full')
}

/** Below a chart. */
export const bucketLabel = (bucket: string, { grain }: Pick<PeriodSeries, 'grain'>, formats: Formats): string =>
  grain === 'month' ? formats.month(bucket) : formats.day(bucket)

interface PeriodChart {
  /** of the measure */
  readonly name: string
  /** one series per channel */
  readonly isStacked: boolean
  /** the last bucket is partial */
  readonly isRunning: boolean
  /** of the comparison, in the legend */
  readonly previousName: string
}

/** The series of a period as a chart draws them, the comparison first. */
export const periodChart = (
  series: PeriodSeries,
  { name, isStacked, isRunning, previousName }: PeriodChart,
  formats: Formats,
): ChartData => ({
  categories: series.buckets.map((bucket) => bucketLabel(bucket, series, formats)),
  isLastRunning: isRunning,
  series: [
    ...(series.previous ? [{ name: previousName, values: series.previous, color: 0, isComparison: true }] : []),
    ...(isStacked ? series.byChannel : [{ name, values: series.total, color: 0 }]),
  ],
})
