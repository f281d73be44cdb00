import type { Design, Term } from './design.ts'

/** Estimates of the effects and their uncertainty. Updated in place, step by step. */
export interface State {
  readonly size: number
  readonly effects: Float64Array
  /** covariance of the effects, by rows */
  readonly covariance: Float64Array
}

export const createState = (design: Design, level: number): State => {
  const effects = new Float64Array(design.size)
  effects[0] = level
  const covariance = new Float64Array(design.size * design.size)
  for (const [at, prior] of design.priors.entries()) covariance[at * design.size + at] = prior
  return { size: design.size, effects, covariance }
}

/** Variance that each step of time adds. */
export interface Drift {
  readonly level: number
  readonly weekday: number
}

export const drift = ({ size, covariance }: State, { level, weekday }: Drift, design: Design): void => {
  covariance[0] = (covariance[0] ?? 0) + level
  for (let at = design.weekdaysAt; at < design.yearAt; at += 1) {
    covariance[at * size + at] = (covariance[at * size + at] ?? 0) + weekday
  }
}

/** Expected logarithm of a period's rate. */
export const expectedLog = ({ effects }: State, terms: readonly Term[]): number => {
  let sum = 0
  for (const { at, share } of terms) sum += (effects[at] ?? 0) * share
  return sum
}

/** Writes the covariance of every effect with the period's log rate to `into`. */
export const covarianceWith = (
  { size, covariance }: State,
  terms: readonly Term[],
  into: Float64Array,
): Float64Array => {
  into.fill(0)
  for (const { at, share } of terms) {
    const row = at * size
    for (let column = 0; column < size; column += 1) {
      into[column] = (into[column] ?? 0) + share * (covariance[row + column] ?? 0)
    }
  }
  return into
}

/** Variance of the period's log rate, given its covariance with the effects. */
export const termVariance = (terms: readonly Term[], withEffects: Float64Array): number => {
  let sum = 0
  for (const { at, share } of terms) sum += share * (withEffects[at] ?? 0)
  return Math.max(sum, 0)
}

export interface Observation {
  /** relative prediction error */
  readonly surprise: number
  /** variance of the prediction error */
  readonly variance: number
  /** 1 for a normal error, less for an outlier */
  readonly weight: number
  /** covariance of the effects with the period */
  readonly withEffects: Float64Array
}

/** Updates the state with one period. */
export const learn = (state: State, { surprise, variance, weight, withEffects }: Observation): void => {
  const { size, effects, covariance } = state
  const step = (weight * surprise) / variance
  const shrink = weight / variance
  for (let row = 0; row < size; row += 1) {
    const here = withEffects[row] ?? 0
    if (here === 0) continue
    effects[row] = (effects[row] ?? 0) + here * step
    const scale = here * shrink
    const start = row * size
    for (let column = 0; column < size; column += 1) {
      covariance[start + column] = (covariance[start + column] ?? 0) - scale * (withEffects[column] ?? 0)
    }
  }
}
