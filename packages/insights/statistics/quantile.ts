/** Ascending, without what is not known. */
export const sorted = (values: Iterable<number>): Float64Array =>
  Float64Array.from([...values].filter((value) => !Number.isNaN(value))).sort()

/** By linear interpolation between the two nearest; NaN of nothing. `share` is from 0 to 1. */
export const quantileOfSorted = (ascending: ArrayLike<number>, share: number): number => {
  if (ascending.length === 0) return Number.NaN
  const place = Math.min(Math.max(share, 0), 1) * (ascending.length - 1)
  const low = Math.floor(place)
  const below = ascending[low] ?? Number.NaN
  const above = ascending[Math.min(low + 1, ascending.length - 1)] ?? below
  return below + (above - below) * (place - low)
}

export const quantile = (values: Iterable<number>, share: number): number => quantileOfSorted(sorted(values), share)

export const median = (values: Iterable<number>): number => quantile(values, 0.5)

/** A normal distribution's standard deviation is this many times its median absolute deviation. */
const DEVIATIONS_A_MAD = 1.482_602_218_505_602

/** Median absolute deviation from `centre`, scaled to the standard deviation of a normal distribution. */
export const medianDeviation = (values: Iterable<number>, centre: number): number =>
  DEVIATIONS_A_MAD * median([...values].map((value) => Math.abs(value - centre)))
