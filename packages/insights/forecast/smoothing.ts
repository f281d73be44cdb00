/** How season and level are combined: additive or multiplicative. */
export type SeasonKind = 'none' | 'additive' | 'multiplicative'

export interface SmoothingShape {
  readonly season: number
  readonly kind: SeasonKind
}

/** All from 0 to 1; `damping` is the share of the trend carried into the next period. */
export interface SmoothingRates {
  readonly level: number
  readonly trend: number
  readonly seasonal: number
  readonly damping: number
}

interface Smoothed {
  readonly squaredError: number
  readonly forecast: number[]
}

/** Lower bound of a multiplicative season, so that dividing by it is safe. */
const LEAST_FACTOR = 0.02

const meanOf = (values: ArrayLike<number>, from: number, until: number): number => {
  let sum = 0
  for (let at = from; at < until; at += 1) sum += values[at] ?? 0
  return sum / Math.max(1, until - from)
}

/** Seasonal pattern of the first whole seasons (at most four), each relative to its mean. */
const firstSeason = (values: ArrayLike<number>, { season, kind }: SmoothingShape): Float64Array => {
  const seasons = Math.max(1, Math.min(4, Math.floor(values.length / season)))
  const start = new Float64Array(season)
  for (let cycle = 0; cycle < seasons; cycle += 1) {
    const mean = meanOf(values, cycle * season, (cycle + 1) * season)
    for (let index = 0; index < season; index += 1) {
      const value = values[cycle * season + index] ?? 0
      const part = kind === 'additive' ? value - mean : Math.max(LEAST_FACTOR, mean > 0 ? value / mean : 1)
      start[index] = (start[index] ?? 0) + part / seasons
    }
  }
  return start
}

const joined = (kind: SeasonKind, level: number, season: number): number =>
  kind === 'multiplicative' ? level * season : level + season

const without = (kind: SeasonKind, value: number, season: number): number =>
  kind === 'multiplicative' ? value / Math.max(LEAST_FACTOR, season) : value - season

/** Holt-Winters smoothing with a damped trend, through all values and `horizon` periods beyond. */
export const smooth = (
  values: ArrayLike<number>,
  shape: SmoothingShape,
  rates: SmoothingRates,
  horizon: number,
): Smoothed => {
  const { kind } = shape
  const season = kind === 'none' ? 1 : shape.season
  const parts = kind === 'none' ? new Float64Array(1) : firstSeason(values, shape)
  const neutral = kind === 'multiplicative' ? 1 : 0
  let level = meanOf(values, 0, Math.min(values.length, Math.max(season, 4)))
  let trend = 0
  let squaredError = 0
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0
    const part = parts[at % season] ?? neutral
    const ahead = level + rates.damping * trend
    squaredError += (value - joined(kind, ahead, part)) ** 2
    const next = rates.level * without(kind, value, part) + (1 - rates.level) * ahead
    trend = rates.trend * (next - level) + (1 - rates.trend) * rates.damping * trend
    level = next
    if (kind !== 'none') parts[at % season] = rates.seasonal * without(kind, value, level) + (1 - rates.seasonal) * part
  }
  let reach = 0
  const forecast = Array.from({ length: horizon }, (_, step) => {
    reach += rates.damping ** (step + 1)
    return joined(kind, level + reach * trend, parts[(values.length + step) % season] ?? neutral)
  })
  return { squaredError, forecast }
}
