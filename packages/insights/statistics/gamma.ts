const LANCZOS = [
  676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_1, -176.615_029_162_140_6, 12.507_343_278_686_905,
  -0.138_571_095_265_720_12, 9.984_369_578_019_572e-6, 1.505_632_735_149_311_6e-7,
]
const LANCZOS_SHIFT = 7.5

/** Natural logarithm of the gamma function, for positive numbers. */
export const logGamma = (value: number): number => {
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
export const betaShare = (a: number, b: number, x: number): number => {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, 1 - x)) / b
}
