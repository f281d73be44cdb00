/** What a visit of a screen took. Times in milliseconds. */
export interface ScreenTimes {
  readonly painted: number
  /** until its largest text or picture stood */
  readonly largest: number
  /** what tasks took above 50 ms each */
  readonly blocked: number
  readonly shift: number
}

/** For each figure its weight, and the values at which it scores 0.5 and 0.9. */
type Curves = Readonly<Record<keyof ScreenTimes, readonly [weight: number, half: number, good: number]>>

/** Those of Lighthouse 12, https://github.com/GoogleChrome/lighthouse/blob/main/core/config/default-config.js */
export const CURVES = {
  mobile: { painted: [10, 3_000, 1_800], largest: [25, 4_000, 2_500], blocked: [30, 600, 200], shift: [25, 0.25, 0.1] },
  desktop: { painted: [10, 1_600, 934], largest: [25, 2_400, 1_200], blocked: [30, 350, 150], shift: [25, 0.25, 0.1] },
} satisfies Record<string, Curves>

/** The error function, to 1.5e-7. */
const erf = (x: number): number => {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - tail * Math.exp(-x * x))
}

/** Where erf is -0.8, so that the score is 0.9. */
const AT_GOOD = 0.9061938024368232

const scoreOf = (value: number, half: number, good: number): number =>
  value <= 0 ? 1 : (1 - erf((AT_GOOD * Math.log(value / half)) / Math.log(half / good))) / 2

/** Lighthouse's performance score of 0 to 100, without its speed index (a tenth), which compares pictures. */
export const performanceScore = (times: ScreenTimes, curves: Curves): number => {
  let sum = 0
  let weights = 0
  for (const name of ['painted', 'largest', 'blocked', 'shift'] as const) {
    const [weight, half, good] = curves[name]
    sum += weight * scoreOf(times[name], half, good)
    weights += weight
  }
  return Math.round((100 * sum) / weights)
}
