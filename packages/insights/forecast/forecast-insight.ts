import { METRICS, type MetricId } from '../account/metric.ts'
import type { Subject } from '../account/subject.ts'
import type { Figure } from '../insight/figure.ts'
import type { ForecastInsight } from '../insight/insight.ts'
import { periodAt, untilOf } from '../series/series.ts'
import { type Forecast, forecast } from './forecast.ts'
import type { OutlookInput } from './rolling.ts'

export interface ForecastOf extends OutlookInput {
  readonly metric: MetricId
  readonly subject: Subject
}

/** Checks before a forecast is told, and the error beside repeating the season above which it is not. */
const FEWEST_CHECKS = 6
const WORST = 1

const isTrusted = ({ checks, errorBesideNaive }: Forecast): boolean =>
  checks >= FEWEST_CHECKS && errorBesideNaive !== null && errorBesideNaive < WORST

/** What the last period brought, beside which a reader sees what is foretold. */
const lastPeriod = ({ metric, subject, series }: ForecastOf): Figure => {
  const { length } = series.values
  return {
    id: 'lastPeriod',
    value: series.values[length - 1] ?? Number.NaN,
    unit: METRICS[metric].unit,
    recipe: {
      kind: 'measured',
      metric,
      subject,
      range: { from: periodAt(series, length - 1), until: untilOf(series) },
    },
  }
}

/** The next periods with their intervals; null when earlier forecasts did no better than repeating the season before. */
export const forecastInsight = (input: ForecastOf): ForecastInsight | null => {
  const { metric, subject } = input
  const made = forecast(input)
  const [first, last] = [made.points[0], made.points.at(-1)]
  if (!isTrusted(made) || first === undefined || last === undefined) return null
  const { unit } = METRICS[metric]
  const figures = made.points.flatMap((point, at) =>
    (['expected', 'low', 'high'] as const).map(
      (part): Figure => ({
        id: `period${at + 1}.${part}`,
        value: Math.round(point[part]),
        unit,
        recipe: { kind: 'foretold', part, metric, subject, range: { from: point.from, until: point.until } },
      }),
    ),
  )
  return {
    kind: 'forecast',
    key: `forecast ${metric} ${made.grain} ${first.from}`,
    metric,
    grain: made.grain,
    subject,
    period: { from: first.from, until: last.until },
    figures: [...figures, lastPeriod(input)],
    stake: 0,
    confidence: 0.8,
    unusual: null,
  }
}
