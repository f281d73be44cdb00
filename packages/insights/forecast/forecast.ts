import type { LocalDay } from '#domain/ranges/local-day.ts'
import { shiftPeriod } from '#domain/ranges/period.ts'
import type { DayRange, SeriesGrain } from '../series/series.ts'
import { combine, conformal, errorsOf, missesOf, type Review, type Weights, weigh } from './combine.ts'
import { type Outlook, type OutlookInput, outlookAt } from './rolling.ts'

export interface ForecastPoint extends DayRange {
  readonly expected: number
  /** between `low` and `high` lie 80 % of such periods */
  readonly low: number
  readonly high: number
}

export interface Forecast {
  readonly grain: SeriesGrain
  readonly points: readonly ForecastPoint[]
  readonly weights: Weights
  /** earlier forecasts that the weights and intervals come from */
  readonly checks: number
  /** mean absolute error of the earlier forecasts ÷ that of repeating the season before; null without checks */
  readonly errorBesideNaive: number | null
}

/** History before the first check, in periods. */
const FEWEST_KNOWN: Readonly<Record<SeriesGrain, number>> = { day: 42, week: 20, month: 14 }
const MOST_CHECKS = 16

/** Indexes at which earlier forecasts are made, oldest first: every `horizon` periods, as far back as there is enough before. */
export const checkOrigins = (length: number, grain: SeriesGrain, horizon: number): number[] => {
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
 * An outlook made into a forecast by what earlier outlooks missed.
 * @param earlier outlooks with origins before this one's, oldest first; only values before its origin are looked at
 */
export const forecastFrom = (outlook: Outlook, earlier: readonly Outlook[], input: OutlookInput): Forecast => {
  const { series } = input
  const review = reviewBefore(earlier, series.values, outlook.origin)
  const weights = weigh(review)
  const misses = missesOf(review, () => weights)
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
  }
}

const besideNaive = ({ outlooks, values }: Review, combined: readonly (readonly number[])[]): number | null => {
  const naive = errorsOf({ outlooks, values }).seasonalNaive
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

/** The next `horizon` periods after a series of whole periods: our model, ETS and Theta, weighed by how they did before. */
export const forecast = (input: OutlookInput): Forecast => {
  const { series, horizon } = input
  const length = series.values.length
  const earlier = checkOrigins(length, series.grain, horizon).map((origin) => outlookAt(input, origin))
  return forecastFrom(outlookAt(input, length), earlier, input)
}
