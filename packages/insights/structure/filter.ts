import type { LocalDay } from '#domain/ranges/local-day.ts'
import { periodStarts, type Series } from '../series/series.ts'
import { huberWeight, median } from '../statistics/location.ts'
import { noneProbability } from '../statistics/tails.ts'
import type { Design } from './design.ts'
import { type Prediction, predictSum, rateFromLog } from './predict.ts'
import {
  covarianceWith,
  createState,
  type Drift,
  drift,
  expectedLog,
  learn,
  type State,
  termVariance,
} from './state.ts'

/** Estimates the variance between periods in addition to counting noise, from prediction errors. */
interface NoiseLevel {
  readonly value: number
  /** @param square squared prediction error, @param due the part of its variance that is already explained */
  learn(square: number, due: number): void
}

const PRIOR_PERIODS = 15
const FORGETS = 0.997
const LEAST = 0.03 ** 2

/** @param prior variance before any data */
const createNoise = (prior: number): NoiseLevel => {
  let weights = PRIOR_PERIODS
  let sum = prior * PRIOR_PERIODS
  let value = prior
  return {
    get value() {
      return value
    },
    learn(square, due) {
      // A period with few counts has little information: its weight decreases with the square of its variance.
      const weight = (prior / (prior + due)) ** 2
      weights = weights * FORGETS + weight
      sum = sum * FORGETS + weight * (square - due)
      value = Math.max(LEAST, sum / weights)
    },
  }
}

export interface FilterInput {
  readonly series: Series
  readonly design: Design
  /** amount of the metric per random event: 1 for orders, the average order for net sales */
  readonly unit: number
  readonly drift: Drift
  /** lengths of windows to predict in addition to single periods */
  readonly windows: readonly number[]
}

/** Predictions before each period, and the final state. Nothing at an index depends on values at or after it. */
export interface Filtered {
  /** of each period, in counts */
  readonly single: readonly Prediction[]
  /** by window, then by the index of the window's first period; in counts */
  readonly together: readonly (readonly Prediction[])[]
  /** cumulative log predictive density of the previous periods */
  readonly evidence: Float64Array
  readonly state: State
  readonly noise: number
}

const FIRST_NOISE = 0.04
/** Prediction errors beyond this many deviations have limited influence. */
const FAR = 2
const NOISE_FAR = 2.5
const IMPLAUSIBLE = 1e-3
/** After this many consecutive empty periods, zero is considered normal. */
const MOST_EMPTY = 12
/** Number of first periods whose median is the initial level. */
const FIRST_PERIODS = 28

const firstLevel = ({ values }: Series, unit: number): number => {
  const seen = [...values.subarray(0, FIRST_PERIODS)].filter((value) => value > 0)
  return Math.log(Math.max(0.5, seen.length === 0 ? 0 : median(seen) / unit))
}

/** A zero with a high forecast means closure, no stock or lost data, so it carries no information about demand. */
const isImplausiblyEmpty = (due: Prediction): boolean => noneProbability(due) < IMPLAUSIBLE

const termsOf = (starts: readonly LocalDay[], design: Design) => starts.map((start) => design.terms(start))

/**
 * Runs the filter over a series. Counts are negative binomial around a rate whose logarithm is the sum of the design's effects, with a
 * random walk of the level. Outliers are damped.
 */
export const filter = ({ series, design, unit, drift: walk, windows }: FilterInput): Filtered => {
  const terms = termsOf(periodStarts(series), design)
  const state = createState(design, firstLevel(series, unit))
  const noise = createNoise(FIRST_NOISE)
  const single: Prediction[] = []
  const together: Prediction[][] = windows.map(() => [])
  const evidence = new Float64Array(terms.length + 1)
  const withEffects = new Float64Array(design.size)
  let emptyInARow = 0
  for (const [index, here] of terms.entries()) {
    drift(state, walk, design)
    for (const [window, length] of windows.entries()) {
      const periods = terms.slice(index, index + length)
      together[window]?.push(predictSum(state, periods, { design, drift: walk, noise: noise.value, ahead: 0 }))
    }
    const rate = rateFromLog(expectedLog(state, here))
    const unsure = termVariance(here, covarianceWith(state, here, withEffects))
    single.push({ mean: rate, spread: unsure + noise.value })
    evidence[index + 1] = evidence[index] ?? 0
    const value = series.values[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    // A closure on a holiday is learned at once.
    const isHoliday = here.some(({ at }) => at >= design.holidaysAt)
    const isEmpty = value === 0 && !isHoliday && isImplausiblyEmpty({ mean: rate, spread: unsure + noise.value })
    emptyInARow = isEmpty ? emptyInARow + 1 : 0
    if (emptyInARow > 0 && emptyInARow <= MOST_EMPTY) continue
    const surprise = (value / unit - rate) / rate
    const chance = 1 / rate
    const variance = unsure + chance + noise.value
    const score = surprise / Math.sqrt(variance)
    evidence[index + 1] = (evidence[index] ?? 0) - 0.5 * (Math.log(variance * rate * rate) + Math.min(score * score, 9))
    learn(state, { surprise, variance, weight: huberWeight(score, FAR), withEffects })
    const near = Math.min(Math.abs(surprise), NOISE_FAR * Math.sqrt(variance))
    noise.learn(near * near, unsure + chance)
  }
  return { single, together, evidence, state, noise: noise.value }
}
