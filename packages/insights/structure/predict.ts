import type { Design, Term } from './design.ts'
import { covarianceWith, type Drift, expectedLog, type State, termVariance } from './state.ts'

/** The predicted total of several periods, in counts. */
export interface Prediction {
  readonly mean: number
  /** variance of the rate ÷ mean²: uncertainty of the effects and variation between periods; without counting noise */
  readonly spread: number
}

/** Bounds of a period's rate, in counts. */
const LEAST_RATE = 1e-3
const MOST_LOG = 25

export const rateFromLog = (log: number): number => Math.max(LEAST_RATE, Math.exp(Math.min(log, MOST_LOG)))

/** Adds up the periods' effects, weighted by their share of the total. */
const together = (
  rates: readonly number[],
  mean: number,
  periods: readonly (readonly Term[])[],
  size: number,
): Term[] => {
  const shares = new Float64Array(size)
  for (const [index, terms] of periods.entries()) {
    const part = (rates[index] ?? 0) / mean
    for (const { at, share } of terms) shares[at] = (shares[at] ?? 0) + part * share
  }
  const whole: Term[] = []
  for (let at = 0; at < size; at += 1) {
    const share = shares[at] ?? 0
    if (share !== 0) whole.push({ at, share })
  }
  return whole
}

/** The level keeps drifting while nothing is observed: each step affects all later periods. */
const walked = (rates: readonly number[], mean: number, ahead: number, level: number): number => {
  let rest = 1
  let sum = ahead * level
  for (const rate of rates) {
    sum += rest * rest * level
    rest -= rate / mean
  }
  return sum - level
}

interface Ahead {
  readonly design: Design
  readonly drift: Drift
  /** variance of one period's rate ÷ mean² in addition to the effects */
  readonly noise: number
  /** periods between the last one learned from and the first one predicted */
  readonly ahead: number
}

/** Predicts the sum of consecutive periods from the state before the first of them. */
export const predictSum = (
  state: State,
  periods: readonly (readonly Term[])[],
  { design, drift, noise, ahead }: Ahead,
): Prediction => {
  const rates = periods.map((terms) => rateFromLog(expectedLog(state, terms)))
  const mean = rates.reduce((sum, rate) => sum + rate, 0)
  const whole = together(rates, mean, periods, design.size)
  const unsure = termVariance(whole, covarianceWith(state, whole, new Float64Array(design.size)))
  const ownNoise = rates.reduce((sum, rate) => sum + rate * rate, 0) / (mean * mean)
  return { mean, spread: unsure + walked(rates, mean, ahead, drift.level) + noise * ownNoise }
}
