import { addDays, earlierDay } from '#domain/ranges/local-day.ts'
import { findSeries } from './account/history.ts'
import type { MetricId, Subject } from './account/metric.ts'
import type { ChartRequest, DetectionContext } from './insight/define-insight.ts'
import type { InputData } from './insight/inputs.ts'
import { getInsightDefinition, type Insight } from './registry.ts'
import { forecastBand } from './scoring/scored-account.ts'
import { type DayRange, periodAt, type Series, type SeriesGrain, sumPeriods } from './series/series.ts'

/** A period of a chart; amounts in minor units, unknown values are null. */
interface ChartPoint extends DayRange {
  readonly value: number | null
  readonly expected: number | null
  readonly low: number | null
  readonly high: number | null
}

export interface InsightChart {
  readonly metric: MetricId
  readonly subject: Subject
  readonly grain: SeriesGrain
  readonly points: readonly ChartPoint[]
}

/** Days and weeks drawn up to the end of the period, and days drawn after it. */
const DAYS_SHOWN = 56
const WEEKS_SHOWN = 26
const DAYS_AFTER = 7

const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? Math.round(value * 100) / 100 : null

/** Number of periods of the series that start on the day or later. */
const countFrom = (series: Series, day: string): number => {
  let count = 0
  while (count < series.values.length && periodAt(series, series.values.length - 1 - count) >= day) count += 1
  return count
}

const pointsOf = (
  series: Series,
  { metric, subject, grain }: ChartRequest,
  { scored }: DetectionContext,
  until: string,
): ChartPoint[] => {
  const end = series.values.length - countFrom(series, until)
  const first = Math.max(0, end - (grain === 'day' ? DAYS_SHOWN : WEEKS_SHOWN))
  const from = end > first ? periodAt(series, first) : until
  const band = new Map(
    forecastBand(scored, { metric, subject, grain }, { from, until }).map((score) => [score.from, score]),
  )
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => {
    const start = periodAt(series, first + at)
    const score = band.get(start)
    return {
      from: start,
      until: periodAt(series, first + at + 1),
      value: finite(series.values[first + at]),
      expected: finite(score?.expected),
      low: finite(score?.low),
      high: finite(score?.high),
    }
  })
}

/** The periods that the insight itself forecasts, as `period<n>.…` figures. */
const forecastPoints = ({ figures }: Insight): ChartPoint[] => {
  const values = new Map(figures.map(({ id, value }) => [id, value]))
  return figures.flatMap(({ id, recipe }) => {
    const period = /^(period\d+)\.expected$/.exec(id)?.[1]
    if (period === undefined || recipe.kind !== 'forecast') return []
    const part = (name: string): number | null => finite(values.get(`${period}.${name}`))
    const { from, until } = recipe.range
    return [{ from, until, value: null, expected: part('expected'), low: part('low'), high: part('high') }]
  })
}

/** The series of an insight's chart, with the forecast of each period if there is one. */
export const insightCharts = (
  insight: Insight,
  context: DetectionContext,
  { signups }: Pick<InputData, 'signups'>,
): InsightChart[] => {
  const request = getInsightDefinition(insight).chart?.(insight) ?? null
  if (request === null) return []
  const { metric, subject, grain, isAhead = false } = request
  const { history } = context
  const found = findSeries(history, metric, subject) ?? signups.find((series) => series.metric === metric)
  if (found === undefined) return []
  const series = grain === 'day' ? found.days : sumPeriods(found.days, 'week', history.calendar)
  const until = isAhead ? history.until : addDays(insight.period.until, grain === 'day' ? DAYS_AFTER : 0)
  const points = pointsOf(series, request, context, earlierDay(until, history.until))
  return [{ metric, subject, grain, points: [...points, ...forecastPoints(insight)] }]
}
