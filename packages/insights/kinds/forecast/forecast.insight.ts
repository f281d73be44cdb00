import type { LocalDay } from '#domain/ranges/local-day.ts'
import { upperFirst } from '#domain/text.ts'
import { findSeries } from '../../account/history.ts'
import { ACCOUNT, type MetricId, type Subject } from '../../account/metric.ts'
import { type Forecast, forecast } from '../../forecast/forecast.ts'
import type { OutlookInput } from '../../forecast/rolling.ts'
import { defineInsight, type InsightBase } from '../../insight/define-insight.ts'
import { type Figure, forecastFigure, measuredFigure } from '../../insight/figure.ts'
import { INTERVAL, metricName, ofSubject } from '../../language/phrases.ts'
import { type DayRange, periodAt, type SeriesGrain, seriesEnd, sumPeriods } from '../../series/series.ts'

/** The next periods of a metric: created by `forecastInsight`. */
export interface ForecastInsight extends InsightBase {
  readonly kind: 'forecast'
  readonly metric: MetricId
  readonly grain: SeriesGrain
  /** what the method was more accurate than; omitted by earlier releases */
  readonly beats?: 'lastYear' | 'previousPeriod'
}

interface ForecastOf extends OutlookInput {
  readonly metric: MetricId
  readonly subject: Subject
  /** only periods that begin later are forecast: one that has begun is partly known */
  readonly today: LocalDay
}

/** Minimum number of backtests, and maximum error relative to the seasonal naive forecast, for a forecast to be shown. */
const FEWEST_CHECKS = 6
const WORST = 1

const isTrusted = ({ checks, errorBesideNaive }: Forecast): boolean =>
  checks >= FEWEST_CHECKS && errorBesideNaive !== null && errorBesideNaive < WORST

/** The last period, for comparison with the forecast. */
const lastPeriod = ({ metric, subject, series }: ForecastOf): Figure => {
  const { length } = series.values
  const range = { from: periodAt(series, length - 1), until: seriesEnd(series) }
  return measuredFigure('lastPeriod', series.values[length - 1] ?? Number.NaN, { metric, subject, range })
}

/** The next periods with their intervals; null if earlier forecasts were no better than the seasonal naive forecast. */
const forecastInsight = (input: ForecastOf): ForecastInsight | null => {
  const { metric, subject } = input
  const made = forecast(input)
  const points = made.points.filter(({ from }) => from > input.today)
  const [first, last] = [points[0], points.at(-1)]
  if (!isTrusted(made) || first === undefined || last === undefined) return null
  const figures = points.flatMap((point, at) => {
    const of = { metric, subject, range: { from: point.from, until: point.until } }
    return (['expected', 'low', 'high'] as const).map((part) =>
      forecastFigure(`period${at + 1}.${part}`, Math.round(point[part]), part, of),
    )
  })
  return {
    kind: 'forecast',
    key: `forecast ${metric} ${made.grain} ${first.from}`,
    metric,
    grain: made.grain,
    beats: (made.errorBesideLastYear ?? WORST) < WORST ? 'lastYear' : 'previousPeriod',
    subject,
    period: { from: first.from, until: last.until },
    figures: [...figures, lastPeriod(input)],
    stake: 0,
    confidence: 0.8,
    unusual: null,
  }
}

/** With the current week, which has begun and is left out. */
const WEEKS_AHEAD = 4
/** Weeks after the first whose forecasts the text mentions. */
const LATER_WEEKS = 3

const LIST = new Intl.ListFormat('en-US')

const firstPeriod = ({ figures, period }: ForecastInsight): DayRange => {
  const recipe = figures[0]?.recipe
  return recipe?.kind === 'forecast' ? recipe.range : period
}

const lastFullPeriod = ({ figures, period }: ForecastInsight): DayRange => {
  const recipe = figures.find(({ id }) => id === 'lastPeriod')?.recipe
  return recipe?.kind === 'measured' ? recipe.range : period
}

/** Claims of the backtests, which compared the method with just this. */
const CLAIMS = {
  lastYear: (grain: SeriesGrain) => `In the past, this method was more accurate than repeating last year’s ${grain}s.`,
  previousPeriod: (grain: SeriesGrain) =>
    `In the past, this method was more accurate than repeating the ${grain} before.`,
} as const

export const forecastOfSales = defineInsight('forecast', 'Forecasts', {
  description: 'What the coming weeks are expected to bring, with a range.',
  icon: 'IconChartLine',
  inputs: ['series'],
  detect: (_input, { history, moneyUnit }): ForecastInsight[] => {
    const sales = findSeries(history, 'netSales', ACCOUNT)
    if (sales === null) return []
    const series = sumPeriods(sales.days, 'week', history.calendar)
    if (series.values.length < 2) return []
    const { holidays } = history
    const input = {
      metric: 'netSales',
      subject: ACCOUNT,
      series,
      holidays,
      unit: moneyUnit,
      horizon: WEEKS_AHEAD,
      today: history.until,
    } as const
    const insight = forecastInsight(input)
    return insight === null ? [] : [insight]
  },
  describe: ({ metric, subject, grain, figures, beats }) => {
    const name = upperFirst(`${metricName(metric, subject)}${ofSubject(subject)}`)
    const later = figures.filter(({ id }) => id.endsWith('.expected')).slice(1, 1 + LATER_WEEKS)
    return {
      title: `${name} forecast`,
      sentences: [
        `${name} for {next}: {period1.expected} expected, with a likely range of {period1.low} to {period1.high}.`,
        ...(figures.some(({ id }) => id === 'lastPeriod')
          ? [`The last full ${grain}, {last}, came to {lastPeriod}.`]
          : []),
        ...(later.length > 0 ? [`After that: ${LIST.format(later.map(({ id }) => `{${id}}`))}.`] : []),
      ],
      unusual: `${INTERVAL}${beats === undefined ? '' : ` ${CLAIMS[beats](grain)}`}`,
      advice: ['Plan staff and stock for the low and high ends of the range, not just the middle.'],
      tone: 'neutral',
    }
  },
  actions: () => [{ kind: 'page', label: 'Open sales trends', path: '/reports/sales/sales-trends' }],
  dates: (insight) => ({ next: firstPeriod(insight), last: lastFullPeriod(insight) }),
  chart: () => ({ metric: 'netSales', subject: ACCOUNT, grain: 'week', isAhead: true }),
  figureLabels: { lastPeriod: 'Last full period' },
})
