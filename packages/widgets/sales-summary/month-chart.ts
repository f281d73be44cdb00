import type { ChartData } from '#charts/chart.ts'
import { bucketsBetween } from '#charts/time-buckets.ts'
import type { Formats } from '#charts/value-format.ts'
import { diffDays } from '#domain/ranges/local-day.ts'
import type { WidgetRange } from '../kit/widget-view.ts'
import type { MonthSeries } from './month-series.ts'

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

/** This year's months after those of the year before. */
export const monthChart = ({ months, current, previous }: MonthSeries, years: Years, formats: Formats): ChartData => {
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
