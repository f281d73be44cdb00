import { type SeasonKind, type SmoothingRates, type SmoothingShape, smooth } from './smoothing.ts'

const FIRST_RATES: readonly SmoothingRates[] = [0.05, 0.2, 0.5].flatMap((level) =>
  [0, 0.03].flatMap((trend) => [0.02, 0.15].map((seasonal) => ({ level, trend, seasonal, damping: 0.95 }))),
)

const LIMITS: Readonly<Record<keyof SmoothingRates, readonly [number, number]>> = {
  level: [0.001, 0.99],
  trend: [0, 0.5],
  seasonal: [0, 0.6],
  damping: [0.8, 0.98],
}
const RATE_NAMES = ['level', 'trend', 'seasonal', 'damping'] as const
const FIRST_STEP = 0.08
const LAST_STEP = 0.01

/** Optimizes one rate at a time, in halving steps, while the squared error decreases. */
const refine = (
  values: ArrayLike<number>,
  shape: SmoothingShape,
  from: SmoothingRates,
): { readonly rates: SmoothingRates; readonly error: number } => {
  let rates = from
  let error = smooth(values, shape, rates, 0).squaredError
  for (let step = FIRST_STEP; step >= LAST_STEP; step /= 2) {
    for (const name of RATE_NAMES) {
      const [least, most] = LIMITS[name]
      for (const change of [step, -step]) {
        const tried = { ...rates, [name]: Math.min(most, Math.max(least, rates[name] + change)) }
        const triedError = smooth(values, shape, tried, 0).squaredError
        if (triedError >= error) continue
        rates = tried
        error = triedError
      }
    }
  }
  return { rates, error }
}

const fitted = (values: ArrayLike<number>, shape: SmoothingShape) => {
  const errors = FIRST_RATES.map((rates) => ({ rates, error: smooth(values, shape, rates, 0).squaredError }))
  const best = errors.reduce((least, next) => (next.error < least.error ? next : least))
  return { shape, ...refine(values, shape, best.rates) }
}

/** A season is modeled only after two full cycles. */
const kindsFor = (length: number, season: number): readonly SeasonKind[] =>
  season > 1 && length >= 2 * season ? ['additive', 'multiplicative'] : ['none']

/** Exponential smoothing with damped trend and additive or multiplicative season, whichever has the smaller one-step squared error. */
export const ets = (values: ArrayLike<number>, season: number, horizon: number): number[] => {
  const shapes = kindsFor(values.length, season).map((kind) => fitted(values, { season, kind }))
  const best = shapes.reduce((least, next) => (next.error < least.error ? next : least))
  return smooth(values, best.shape, best.rates, horizon).forecast
}
