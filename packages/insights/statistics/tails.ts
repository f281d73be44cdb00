import { betaShare } from './gamma.ts'

/** Below this a probability is only "next to none"; keeps scores finite. */
export const LEAST_PROBABILITY = 1e-15

/** Both tails of a normal distribution beyond ±|score|; relative error under 1.2e-7. */
export const normalTails = (score: number): number => {
  const z = Math.abs(score) / Math.SQRT2
  const t = 1 / (1 + 0.5 * z)
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
  ]
  const exponent = terms.reduceRight((sum, term) => sum * t + term, 0)
  return t * Math.exp(-z * z + exponent)
}

/** Share of a normal distribution below `score`. */
export const normalBelow = (score: number): number => (score < 0 ? normalTails(score) / 2 : 1 - normalTails(score) / 2)

/** The score with this share of a normal distribution beyond it on both sides together: 0.05 gives 1.96. */
export const normalScore = (tails: number): number => {
  let low = 0
  let high = 40
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (normalTails(middle) > tails) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Both tails of Student's t beyond ±|score|. */
export const studentTails = (score: number, freedom: number): number =>
  betaShare(freedom / 2, 0.5, freedom / (freedom + score * score))

/** A count whose rate is itself uncertain. */
export interface CountLaw {
  readonly mean: number
  /** variance of the rate ÷ mean², beside the chance of counting itself; 0 gives Poisson */
  readonly spread: number
}

const LEAST_SPREAD = 1e-4

/**
 * Share of a negative binomial at or below `count`; counts may be fractions, which lie between their neighbours.
 * Half of a whole count's own share belongs to each side, so that the share above is 1 minus this.
 */
export const countBelow = (count: number, { mean, spread }: CountLaw): number => {
  if (mean <= 0) return count > 0 ? 1 : 0.5
  const shape = 1 / Math.max(spread, LEAST_SPREAD)
  if (count < 0) return 0
  return betaShare(shape, count + 0.5, shape / (shape + mean))
}
