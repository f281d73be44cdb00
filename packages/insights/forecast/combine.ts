import { quantileOfSorted, sorted } from '../statistics/location.ts'
import type { Interval } from '../statistics/proportion.ts'
import { FORECAST_METHODS, type ForecastMethod, type Outlook } from './rolling.ts'

export type Weights = Readonly<Record<ForecastMethod, number>>

/** Earlier forecasts with the actual values. */
export interface Review {
  readonly outlooks: readonly Outlook[]
  /** the whole history that they were made in */
  readonly values: Float64Array
}

const EVEN: Weights = { structure: 0.4, ets: 0.3, theta: 0.3, seasonalNaive: 0 }
/** A method that errs twice as much as the best has 1 ÷ 2 to this power of its say. */
const SHARPNESS = 8

/** Absolute error of each method over all steps that came true. */
export const errorsOf = ({ outlooks, values }: Review): Readonly<Record<ForecastMethod, number>> => {
  const errors: Record<ForecastMethod, number> = { structure: 0, ets: 0, theta: 0, seasonalNaive: 0 }
  for (const { origin, byMethod } of outlooks) {
    for (const method of FORECAST_METHODS) {
      for (const [step, expected] of byMethod[method].entries()) {
        const value = values[origin + step]
        if (value !== undefined && !Number.isNaN(value)) errors[method] += Math.abs(value - expected)
      }
    }
  }
  return errors
}

/** Weights by past accuracy; without a past, our own model with ETS and Theta. */
export const weigh = (review: Review): Weights => {
  const errors = errorsOf(review)
  const least = Math.min(...FORECAST_METHODS.map((method) => errors[method]))
  if (review.outlooks.length === 0 || !(least > 0)) return EVEN
  const pulls = FORECAST_METHODS.map((method) => (least / errors[method]) ** SHARPNESS)
  const sum = pulls.reduce((total, pull) => total + pull, 0)
  const shareOf = (method: ForecastMethod): number => (pulls[FORECAST_METHODS.indexOf(method)] ?? 0) / sum
  return {
    structure: shareOf('structure'),
    ets: shareOf('ets'),
    theta: shareOf('theta'),
    seasonalNaive: shareOf('seasonalNaive'),
  }
}

/** The methods' mean by weight, step by step; nothing on days that are known to be closed. */
export const combine = ({ byMethod, deviations }: Outlook, weights: Weights): number[] =>
  byMethod.structure.map((_, step) =>
    deviations[step] === 0
      ? 0
      : FORECAST_METHODS.reduce((sum, method) => sum + weights[method] * (byMethod[method][step] ?? 0), 0),
  )

/** Where a value came to lie, in deviations of the outlook. */
export const missesOf = ({ outlooks, values }: Review, weightsAt: (index: number) => Weights): number[] =>
  outlooks.flatMap((outlook, index) =>
    combine(outlook, weightsAt(index)).flatMap((expected, step) => {
      const value = values[outlook.origin + step]
      const deviation = outlook.deviations[step] ?? 0
      return value === undefined || Number.isNaN(value) || deviation <= 0 ? [] : [(value - expected) / deviation]
    }),
  )

/** Deviations below and above that held the middle 80 % of a normal distribution; used until there are misses to learn from. */
const NORMAL_80 = 1.2816
const FEWEST_MISSES = 20
/** Fewer than these overlap too much to show the tails. */
const ENOUGH_MISSES = 60
/** The weights were learned from the same misses: new ones lie a little farther off, so that of these 80 % come to lie within. */
const MISSED_SHARE = 0.812

/** Deviations from the forecast between which 80 % of values to come should lie, by where earlier ones did. */
export const conformal = (misses: readonly number[], share = MISSED_SHARE): Interval => {
  if (misses.length < FEWEST_MISSES) return { low: -NORMAL_80, high: NORMAL_80 }
  const ascending = sorted(misses)
  const tail = Math.max(0, (1 - share) / 2 - 1 / (2 * (ascending.length + 1)))
  const wider = 1 + Math.max(0, ENOUGH_MISSES - misses.length) / 100
  return { low: wider * quantileOfSorted(ascending, tail), high: wider * quantileOfSorted(ascending, 1 - tail) }
}
