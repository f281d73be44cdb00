import type { Prediction } from '../structure/predict.ts'

const LANCZOS = [
  676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_1, -176.615_029_162_140_6, 12.507_343_278_686_905,
  -0.138_571_095_265_720_12, 9.984_369_578_019_572e-6, 1.505_632_735_149_311_6e-7,
]
const LANCZOS_SHIFT = 7.5

/** Natural logarithm of the gamma function, for positive numbers. */
const logGamma = (value: number): number => {
  if (value < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * value)) - logGamma(1 - value)
  const x = value - 1
  let sum = 0.999_999_999_999_809_9
  for (const [index, term] of LANCZOS.entries()) sum += term / (x + index + 1)
  const shifted = x + LANCZOS_SHIFT
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(shifted) - shifted + Math.log(sum)
}

const MOST_STEPS = 2000
const CLOSE = 3e-14
const TINY = 1e-300

const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value)

/** The continued fraction of the incomplete beta function, by Lentz's method. */
const betaFraction = (a: number, b: number, x: number): number => {
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let step = 1; step <= MOST_STEPS; step += 1) {
    const twice = 2 * step
    const even = (step * (b - step) * x) / ((a + twice - 1) * (a + twice))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    fraction *= d * c
    const odd = (-(a + step) * (a + b + step) * x) / ((a + twice) * (a + twice + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    fraction *= d * c
    if (Math.abs(d * c - 1) < CLOSE) break
  }
  return fraction
}

/** Regularised incomplete beta function I_x(a, b): the share of a beta distribution that lies below `x` (0 to 1). */
const betaShare = (a: number, b: number, x: number): number => {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, 1 - x)) / b
}

/** Lower bound of probabilities, to keep scores finite. */
export const LEAST_PROBABILITY = 1e-15

const TAIL_TERMS = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
]

/** Two-tailed p-value of a normal score; relative error under 1.2e-7. */
export const normalTails = (score: number): number => {
  const z = Math.abs(score) / Math.SQRT2
  const t = 1 / (1 + 0.5 * z)
  let exponent = 0
  for (let at = TAIL_TERMS.length - 1; at >= 0; at -= 1) exponent = exponent * t + (TAIL_TERMS[at] ?? 0)
  return t * Math.exp(-z * z + exponent)
}

/** The normal cumulative distribution at `score`. */
export const normalBelow = (score: number): number => (score < 0 ? normalTails(score) / 2 : 1 - normalTails(score) / 2)

const DENSITY = Math.sqrt(2 / Math.PI)

/** The normal score with this two-tailed p-value: 0.05 gives 1.96. */
export const normalScore = (tails: number): number => {
  if (tails >= 1) return 0
  // A rational first approximation with three digits, refined by Newton steps on the logarithm of the p-value.
  const root = Math.sqrt(-2 * Math.log(tails / 2))
  const above = 2.515517 + root * (0.802853 + root * 0.010328)
  let score = root - above / (1 + root * (1.432788 + root * (0.189269 + root * 0.001308)))
  for (let step = 0; step < 3; step += 1) {
    const here = normalTails(score)
    score += (here * Math.log(here / tails)) / (DENSITY * Math.exp((-score * score) / 2))
  }
  return Math.max(0, score)
}

/** Two-tailed p-value of a Student's t score. */
export const studentTails = (score: number, freedom: number): number =>
  betaShare(freedom / 2, 0.5, freedom / (freedom + score * score))

/** A count with an uncertain rate. */
export interface CountLaw {
  readonly mean: number
  /** variance of the rate ÷ mean², in addition to counting noise; 0 gives Poisson */
  readonly spread: number
}

const LEAST_SPREAD = 1e-4

/**
 * Cumulative distribution of a negative binomial at `count`; fractional counts are interpolated.
 * Half of an integer count's own probability belongs to each side, so that the upper tail is 1 minus this.
 */
export const countBelow = (count: number, { mean, spread }: CountLaw): number => {
  if (mean <= 0) return count > 0 ? 1 : 0.5
  const shape = 1 / Math.max(spread, LEAST_SPREAD)
  if (count < 0) return 0
  return betaShare(shape, count + 0.5, shape / (shape + mean))
}

/** Probability of a zero count. */
export const noneProbability = ({ mean, spread }: Prediction): number =>
  spread < 1e-9 ? Math.exp(-mean) : (1 + spread * mean) ** (-1 / spread)
