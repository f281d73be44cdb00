import type { LocalDay } from '#domain/ranges/local-day.ts'
import { shiftPeriod } from '#domain/ranges/period.ts'
import type { DayRange, SeriesGrain } from '../series/series.ts'
import { combine, combinedErrors, conformal, methodErrors, type Review, type Weights, weigh } from './combine.ts'
import { type Outlook, type OutlookInput, outlookAt } from './rolling.ts'

export interface ForecastPoint extends DayRange {
  readonly expected: number
  /** 80 % of such periods are between `low` and `high` */
  readonly low: number
  readonly high: number
}

export interface Forecast {
  readonly grain: SeriesGrain
  readonly points: readonly ForecastPoint[]
  readonly weights: Weights
  /** earlier forecasts that the weights and intervals come from */
  readonly checks: number
  /** mean absolute error of the earlier forecasts ÷ that of the seasonal naive forecast; null without backtests */
  readonly errorBesideNaive: number | null
  /** the same ÷ that of repeating the year before, of the forecasts that had one; null without enough of them */
  readonly errorBesideLastYear: number | null
}

/** Minimum history before the first backtest, in periods. */
const FEWEST_KNOWN: Readonly<Record<SeriesGrain, number>> = { day: 42, week: 20, month: 14 }
const MOST_CHECKS = 16

/** Origins of backtests, in ascending order: every `horizon` periods, as far back as the history allows. */
const checkOrigins = (length: number, grain: SeriesGrain, horizon: number): number[] => {
  const step = grain === 'day' ? horizon : Math.max(1, Math.ceil(horizon / 4))
  const origins: number[] = []
  for (let origin = length - step; origin >= FEWEST_KNOWN[grain] && origins.length < MOST_CHECKS; origin -= step) {
    origins.unshift(origin)
  }
  return origins
}

const reviewBefore = (outlooks: readonly Outlook[], values: Float64Array, origin: number): Review => ({
  outlooks: outlooks.filter((outlook) => outlook.origin < origin),
  values: values.subarray(0, origin),
})

/**
 * Turns a raw forecast into one with weights and intervals based on the errors of earlier ones.
 * @param earlier forecasts with origins before this one's, in ascending order; only values before its origin are used
 */
export const forecastFrom = (outlook: Outlook, earlier: readonly Outlook[], input: OutlookInput): Forecast => {
  const { series } = input
  const review = reviewBefore(earlier, series.values, outlook.origin)
  const weights = weigh(review)
  const misses = combinedErrors(review, () => weights)
  const { low, high } = conformal(misses)
  const from = shiftPeriod(series.from, series.grain, outlook.origin)
  const startOf = (step: number): LocalDay => shiftPeriod(from, series.grain, step)
  const points = combine(outlook, weights).map((expected, step): ForecastPoint => {
    const deviation = outlook.deviations[step] ?? 0
    return {
      from: startOf(step),
      until: startOf(step + 1),
      expected,
      low: Math.max(0, expected + low * deviation),
      high: Math.max(0, expected + high * deviation),
    }
  })
  const missed = review.outlooks.map((past) => combine(past, weights))
  return {
    grain: series.grain,
    points,
    weights,
    checks: review.outlooks.length,
    errorBesideNaive: besideNaive(review, missed),
    errorBesideLastYear: besideLastYear(review, missed, series.grain),
  }
}

const PERIODS_A_YEAR: Readonly<Record<SeriesGrain, number>> = { day: 364, week: 52, month: 12 }
/** Backtests needed for a claim about last year. */
const FEWEST_OF_LAST_YEAR = 6

const besideLastYear = (
  { outlooks, values }: Review,
  combined: readonly (readonly number[])[],
  grain: SeriesGrain,
): number | null => {
  const year = PERIODS_A_YEAR[grain]
  let [own, naive, checks] = [0, 0, 0]
  for (const [index, { origin }] of outlooks.entries()) {
    if (origin < year) continue
    checks += 1
    for (const [step, expected] of (combined[index] ?? []).entries()) {
      const [value, before] = [values[origin + step], values[origin + step - year]]
      if (value === undefined || before === undefined || Number.isNaN(value - before)) continue
      own += Math.abs(value - expected)
      naive += Math.abs(value - before)
    }
  }
  return checks >= FEWEST_OF_LAST_YEAR && naive > 0 ? own / naive : null
}

const besideNaive = ({ outlooks, values }: Review, combined: readonly (readonly number[])[]): number | null => {
  const naive = methodErrors({ outlooks, values }).seasonalNaive
  if (!(naive > 0)) return null
  let sum = 0
  for (const [index, { origin }] of outlooks.entries()) {
    for (const [step, expected] of (combined[index] ?? []).entries()) {
      const value = values[origin + step]
      if (value !== undefined && !Number.isNaN(value)) sum += Math.abs(value - expected)
    }
  }
  return sum / naive
}

/** Forecasts the next `horizon` periods of a series of whole periods: our model, ETS and Theta, weighted by past accuracy. */
export const forecast = (input: OutlookInput): Forecast => {
  const { series, horizon } = input
  const length = series.values.length
  const earlier = checkOrigins(length, series.grain, horizon).map((origin) => outlookAt(input, origin))
  return forecastFrom(outlookAt(input, length), earlier, input)
}
