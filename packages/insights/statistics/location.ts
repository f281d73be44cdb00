/** Ascending, without NaN. */
export const sorted = (values: Iterable<number>): Float64Array =>
  Float64Array.from([...values].filter((value) => !Number.isNaN(value))).sort()

/** Linear interpolation between the two nearest values; NaN for an empty sample. `share` is from 0 to 1. */
export const quantileOfSorted = (ascending: ArrayLike<number>, share: number): number => {
  if (ascending.length === 0) return Number.NaN
  const position = Math.min(Math.max(share, 0), 1) * (ascending.length - 1)
  const low = Math.floor(position)
  const below = ascending[low] ?? Number.NaN
  const above = ascending[Math.min(low + 1, ascending.length - 1)] ?? below
  return below + (above - below) * (position - low)
}

export const quantile = (values: Iterable<number>, share: number): number => quantileOfSorted(sorted(values), share)

export const median = (values: Iterable<number>): number => quantile(values, 0.5)

/** Ratio of a normal distribution's standard deviation to its median absolute deviation. */
const DEVIATIONS_A_MAD = 1.482_602_218_505_602

/** Median absolute deviation from `center`, scaled to the standard deviation of a normal distribution. */
export const medianDeviation = (values: Iterable<number>, center: number): number =>
  DEVIATIONS_A_MAD * median([...values].map((value) => Math.abs(value - center)))

/** Huber weight: 1 up to `limit` deviations from the center, then 1 ÷ distance. */
export const huberWeight = (score: number, limit: number): number =>
  Math.abs(score) <= limit ? 1 : limit / Math.abs(score)

/** Biweight: decreases from 1 at the center to 0 at `limit` and beyond. */
const biweight = (score: number, limit: number): number => {
  const share = score / limit
  return Math.abs(share) >= 1 ? 0 : (1 - share * share) ** 2
}

const BIWEIGHT_LIMIT = 4.685
const ROUNDS = 20
const CLOSE = 1e-9

const reweighted = (values: readonly number[], weightOf: (score: number) => number): number => {
  let center = median(values)
  const spread = medianDeviation(values, center)
  if (!(spread > 0)) return center
  for (let round = 0; round < ROUNDS; round += 1) {
    let [sum, weights] = [0, 0]
    for (const value of values) {
      const weight = weightOf((value - center) / spread)
      sum += weight * value
      weights += weight
    }
    const next = weights > 0 ? sum / weights : center
    if (Math.abs(next - center) < CLOSE * spread) return next
    center = next
  }
  return center
}

/** Biweight mean: ignores outliers. NaN for an empty sample. */
export const biweightMean = (values: readonly number[]): number =>
  reweighted(values, (score) => biweight(score, BIWEIGHT_LIMIT))
