import { addDays, diffDays, earlierDay } from '#domain/ranges/local-day.ts'
import { type AccountHistory, type SubjectSeries, seriesOf } from '#insights/account/history.ts'
import type { MetricId } from '#insights/account/metric.ts'
import { ACCOUNT, type Subject } from '#insights/account/subject.ts'
import { bandOf } from '#insights/anomaly/foretold.ts'
import type { ScoredSubject } from '#insights/anomaly/scored-account.ts'
import type { ForecastInsight, Insight } from '#insights/insight/insight.ts'
import { type DayRange, periodAt, type Series, sumPeriods } from '#insights/series/series.ts'
import type { ChartPoint, InsightChart } from '../insight-facts.ts'

interface ChartSource {
  readonly history: AccountHistory
  readonly scored: readonly ScoredSubject[]
  readonly signups: readonly SubjectSeries[]
}

/** Days and weeks shown up to the end of the period. */
const DAYS_SHOWN = 56
const WEEKS_SHOWN = 26

const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? Math.round(value * 100) / 100 : null

const plain = (series: Series, first: number, end: number): ChartPoint[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, at) => ({
    from: periodAt(series, first + at),
    until: periodAt(series, first + at + 1),
    value: finite(series.values[first + at]),
    expected: null,
    low: null,
    high: null,
  }))

interface Shown {
  readonly metric: MetricId
  readonly subject: Subject
  readonly grain: 'day' | 'week'
}

const lineOf = ({ history, scored, signups }: ChartSource, shown: Shown, until: string): InsightChart | null => {
  const { metric, subject, grain } = shown
  const found = seriesOf(history, metric, subject) ?? signups.find((series) => series.metric === metric) ?? null
  if (found === null) return null
  const series = grain === 'day' ? found.days : sumPeriods(found.days, 'week', history.calendar)
  const end = Math.min(series.values.length, series.values.length - afterEnd(series, until))
  const first = Math.max(0, end - (grain === 'day' ? DAYS_SHOWN : WEEKS_SHOWN))
  const points = plain(series, first, end)
  const band = new Map(
    bandOf(scored, shown, { from: points[0]?.from ?? until, until }).map((score) => [score.from, score]),
  )
  return {
    ...shown,
    points: points.map((point) => {
      const score = band.get(point.from)
      return score === undefined
        ? point
        : { ...point, expected: finite(score.expected), low: finite(score.low), high: finite(score.high) }
    }),
  }
}

/** Periods of the series that begin on the day or after it. */
const afterEnd = (series: Series, until: string): number => {
  let count = 0
  while (count < series.values.length && periodAt(series, series.values.length - 1 - count) >= until) count += 1
  return count
}

const forecastPoints = ({ figures }: ForecastInsight): ChartPoint[] => {
  const figureValue = new Map(figures.map(({ id, value }) => [id, value]))
  return figures.flatMap(({ id, recipe }) => {
    if (!id.endsWith('.expected') || recipe.kind !== 'foretold') return []
    const period = id.slice(0, id.indexOf('.'))
    const part = (name: string): number | null => finite(figureValue.get(`${period}.${name}`))
    const { from, until } = recipe.range
    return [{ from, until, value: null, expected: part('expected'), low: part('low'), high: part('high') }]
  })
}

const lengthOf = ({ from, until }: DayRange): number => diffDays(from, until)

const shownOf = (insight: Insight): Shown | null => {
  const { subject, period } = insight
  switch (insight.kind) {
    case 'anomaly':
      return { metric: insight.metric, subject, grain: lengthOf(period) < 7 ? 'day' : 'week' }
    case 'priceChange':
    case 'stoppedSelling':
    case 'stockRunway':
      return { metric: 'productUnits', subject, grain: 'week' }
    case 'dataProblem':
      return { metric: 'orderCount', subject, grain: 'day' }
    case 'goalPace':
      return { metric: insight.metric, subject, grain: 'week' }
    case 'driver':
      // Club orders come on the days of releases: no line from week to week shows them.
      return insight.dimension === 'club' ? null : { metric: 'netSales', subject: ACCOUNT, grain: 'week' }
    case 'forecast':
      return { metric: 'netSales', subject: ACCOUNT, grain: 'week' }
    default:
      return null
  }
}

const isAhead = ({ kind }: Insight): boolean => kind === 'forecast' || kind === 'goalPace' || kind === 'stockRunway'

/** The lines that show an insight, each with what was foretold of it where something was. */
export const chartsOf = (insight: Insight, source: ChartSource): InsightChart[] => {
  const shown = shownOf(insight)
  if (shown === null) return []
  const { history } = source
  const until = isAhead(insight) ? history.until : addDays(insight.period.until, shown.grain === 'day' ? 7 : 0)
  const line = lineOf(source, shown, earlierDay(until, history.until))
  if (line === null) return []
  return [insight.kind === 'forecast' ? { ...line, points: [...line.points, ...forecastPoints(insight)] } : line]
}
