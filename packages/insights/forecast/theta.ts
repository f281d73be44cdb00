import { smooth } from './smoothing.ts'

/** Centered moving average over a season; an even season takes half of each end. */
const centredMean = (values: ArrayLike<number>, at: number, season: number): number => {
  const half = Math.floor(season / 2)
  let sum = 0
  let weights = 0
  for (let offset = -half; offset <= half; offset += 1) {
    const value = values[at + offset]
    if (value === undefined) return Number.NaN
    const weight = season % 2 === 0 && Math.abs(offset) === half ? 0.5 : 1
    sum += weight * value
    weights += weight
  }
  return sum / weights
}

/** Seasonal factors: the mean ratio to the moving average by position in the season, normalized to average 1. */
const seasonFactors = (values: ArrayLike<number>, season: number): number[] => {
  const sums = Array.from({ length: season }, () => ({ sum: 0, count: 0 }))
  for (let at = 0; at < values.length; at += 1) {
    const mean = centredMean(values, at, season)
    const seasonSum = sums[at % season]
    if (!(mean > 0) || seasonSum === undefined) continue
    seasonSum.sum += (values[at] ?? 0) / mean
    seasonSum.count += 1
  }
  const factors = sums.map(({ sum, count }) => (count === 0 ? 1 : Math.max(0.02, sum / count)))
  const mean = factors.reduce((sum, factor) => sum + factor, 0) / season
  return factors.map((factor) => factor / mean)
}

const slopeOf = (values: ArrayLike<number>): number => {
  const middle = (values.length - 1) / 2
  let [products, squares] = [0, 0]
  for (let at = 0; at < values.length; at += 1) {
    products += (at - middle) * (values[at] ?? 0)
    squares += (at - middle) ** 2
  }
  return squares > 0 ? products / squares : 0
}

const LEVEL_RATES = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9]

/** The Theta method: simple exponential smoothing of the deseasonalized series plus half of its linear trend, times the season. */
export const theta = (values: ArrayLike<number>, season: number, horizon: number): number[] => {
  const hasSeason = season > 1 && values.length >= 2 * season
  const factors = hasSeason ? seasonFactors(values, season) : [1]
  const factorAt = (at: number): number => factors[at % factors.length] ?? 1
  const adjusted = Float64Array.from(values, (value, at) => value / factorAt(at))
  const runs = LEVEL_RATES.map((level) =>
    smooth(adjusted, { season: 1, kind: 'none' }, { level, trend: 0, seasonal: 0, damping: 1 }, horizon),
  )
  const best = runs.reduce((least, next) => (next.squaredError < least.squaredError ? next : least))
  const drift = slopeOf(adjusted) / 2
  return best.forecast.map((level, step) => (level + drift * (step + 1)) * factorAt(values.length + step))
}
