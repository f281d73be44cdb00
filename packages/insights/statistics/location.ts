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
