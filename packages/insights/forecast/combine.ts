import { type Interval, SCORE_80 } from '#domain/proportion.ts'
import { quantileOfSorted, sorted } from '../statistics/location.ts'
import { FORECAST_METHODS, type ForecastMethod, type Outlook } from './rolling.ts'

export type Weights = Readonly<Record<ForecastMethod, number>>

/** Earlier forecasts with the actual values. */
export interface Review {
  readonly outlooks: readonly Outlook[]
  /** the complete history used for the forecasts */
  readonly values: Float64Array
}

const EVEN: Weights = { structure: 0.4, ets: 0.3, theta: 0.3, seasonalNaive: 0 }
/** Exponent of the weights: a method with twice the error of the best one gets 1 ÷ 2 to this power of its weight. */
const SHARPNESS = 8

/** Absolute error of each method over all steps with known values. */
export const methodErrors = ({ outlooks, values }: Review): Readonly<Record<ForecastMethod, number>> => {
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
  const errors = methodErrors(review)
  const least = Math.min(...FORECAST_METHODS.map((method) => errors[method]))
  if (review.outlooks.length === 0 || !(least > 0)) return EVEN
  const pulls = FORECAST_METHODS.map((method) => (least / errors[method]) ** SHARPNESS)
  const sum = pulls.reduce((total, pull) => total + pull, 0)
  const methodShare = (method: ForecastMethod): number => (pulls[FORECAST_METHODS.indexOf(method)] ?? 0) / sum
  return {
    structure: methodShare('structure'),
    ets: methodShare('ets'),
    theta: methodShare('theta'),
    seasonalNaive: methodShare('seasonalNaive'),
  }
}

/** The weighted mean of the methods, step by step; zero on days known to be closed. */
export const combine = ({ byMethod, deviations }: Outlook, weights: Weights): number[] =>
  byMethod.structure.map((_, step) =>
    deviations[step] === 0
      ? 0
      : FORECAST_METHODS.reduce((sum, method) => sum + weights[method] * (byMethod[method][step] ?? 0), 0),
  )

/** The forecast error of a value in deviations of the forecast. */
export const combinedErrors = ({ outlooks, values }: Review, weightsAt: (index: number) => Weights): number[] =>
  outlooks.flatMap((outlook, index) =>
    combine(outlook, weightsAt(index)).flatMap((expected, step) => {
      const value = values[outlook.origin + step]
      const deviation = outlook.deviations[step] ?? 0
      return value === undefined || Number.isNaN(value) || deviation <= 0 ? [] : [(value - expected) / deviation]
    }),
  )

/** With fewer errors to learn from, a normal distribution is assumed. */
const FEWEST_MISSES = 20
/** Fewer errors than this do not determine the tails. */
const ENOUGH_MISSES = 60
/** The weights were fitted to the same errors, so new errors are slightly larger; the factor restores 80 % coverage. */
const MISSED_SHARE = 0.812

/** Deviations from the forecast that should contain 80 % of future values, based on earlier errors. */
export const conformal = (misses: readonly number[], share = MISSED_SHARE): Interval => {
  if (misses.length < FEWEST_MISSES) return { low: -SCORE_80, high: SCORE_80 }
  const ascending = sorted(misses)
  const tail = Math.max(0, (1 - share) / 2 - 1 / (2 * (ascending.length + 1)))
  const wider = 1 + Math.max(0, ENOUGH_MISSES - misses.length) / 100
  return { low: wider * quantileOfSorted(ascending, tail), high: wider * quantileOfSorted(ascending, 1 - tail) }
}
