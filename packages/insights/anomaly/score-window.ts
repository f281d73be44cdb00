import { countBelow, LEAST_PROBABILITY, normalScore } from '../statistics/tails.ts'
import type { Prediction } from '../structure/predict.ts'

/** From here on counts are as good as continuous, and the cube root of a gamma variable is normal. */
const MANY = 200

/**
 * How far a count lies from what was foretold, in deviations of a normal distribution, signed. Few counts are judged by the
 * exact law of counting.
 */
export const scoreOf = (count: number, { mean, spread }: Prediction): number => {
  if (mean > MANY) {
    const ninth = (spread + 1 / mean) / 9
    return (Math.cbrt(Math.max(0, count) / mean) - (1 - ninth)) / Math.sqrt(ninth)
  }
  const below = countBelow(count, { mean, spread })
  const tail = Math.max(Math.min(below, 1 - below), LEAST_PROBABILITY / 2)
  return normalScore(2 * tail) * (below < 0.5 ? -1 : 1)
}
