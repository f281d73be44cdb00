import { quantileOfSorted } from '../statistics/quantile.ts'

/** Deviations that hold the middle 90 % of a normal distribution. */
const NORMAL_90 = 1.645
const FEWEST = 16
const WITHOUT_PAST = 1.25
/** A series is never taken for calmer than its model says. */
const LEAST_SCALE = 1

const insert = (ascending: number[], value: number): void => {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  ascending.splice(low, 0, value)
}

/**
 * By how much a series is wilder than its model says, before each index: its scores are divided by that.
 * @param lag periods before which a score is known; windows of several periods end later than they begin
 */
export const calibrate = (scores: Float64Array, lag = 1): Float64Array => {
  const past: number[] = []
  return Float64Array.from(scores, (_, index) => {
    const known = scores[index - lag] ?? Number.NaN
    if (!Number.isNaN(known)) insert(past, Math.abs(known))
    if (past.length < FEWEST) return WITHOUT_PAST
    return Math.max(LEAST_SCALE, quantileOfSorted(past, 0.9) / NORMAL_90)
  })
}
