import type { ChartData } from '#charts/chart.ts'
import { bucketsBetween } from '#charts/time-buckets.ts'
import type { Formats } from '#charts/value-format.ts'
import { COMPARE_TITLES } from '#domain/ranges/comparison-mode.ts'
import { diffDays } from '#domain/ranges/local-day.ts'
import { bucketLabel } from '../kit/period-chart.ts'
import type { PeriodSeries } from '../kit/period-series.ts'
import type { WidgetRange, WidgetResult } from '../kit/widget-view.ts'

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

type Years = Pick<WidgetResult, 'range' | 'compareRange' | 'comparison'>

const isRunning = ({ buckets, grain }: PeriodSeries, range: WidgetRange | null): boolean =>
  range?.partial === true && bucketsBetween(range, grain, buckets).at(-1) === buckets.at(-1)

/** This year's months after those of the year before. */
export const monthChart = (series: PeriodSeries, years: Years, formats: Formats): ChartData => {
  const { total, previous } = series
  const { range, compareRange, comparison } = years
  const previousName = comparison?.mode === 'plan' ? COMPARE_TITLES.plan : yearOf(compareRange, 'Last year', formats)
  return {
    categories: series.buckets.map((bucket) => bucketLabel(bucket, series, formats)),
    // Only the last month shown can be the current one.
    isLastRunning: isRunning(series, range),
    series: [
      ...(previous ? [{ name: previousName, values: previous, color: 0, isComparison: true }] : []),
      { name: yearOf(range, 'This year', formats), values: total, color: 0 },
    ],
  }
}
