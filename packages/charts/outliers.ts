import type { Value } from './chart.ts'

/** Fewer values have no usual size. */
const MIN_VALUES = 8
/** Distance from the median, in robust standard deviations, from which a value is an outlier. */
const FAR = 6
/** Of a normal distribution: standard deviation ÷ median absolute deviation. */
const SCALE = 1.4826
const MAX_OUTLIERS = 2

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]]
  return (low + high) / 2
}

/** Indexes of the values that are far from all others, the farthest first; at most two. */
export const outliersOf = (values: readonly Value[]): readonly number[] => {
  const known = values.flatMap((value, place) => (value === null || !Number.isFinite(value) ? [] : [{ value, place }]))
  if (known.length < MIN_VALUES) return []
  const middle = median(known.map(({ value }) => value))
  const spread = SCALE * median(known.map(({ value }) => Math.abs(value - middle)))
  // where more than half of the values are equal, there is no usual distance
  if (!(spread > 0) || !Number.isFinite(spread)) return []
  return known
    .map(({ value, place }) => ({ place, distance: Math.abs(value - middle) / spread }))
    .filter(({ distance }) => distance > FAR)
    .toSorted((a, b) => b.distance - a.distance)
    .slice(0, MAX_OUTLIERS)
    .map(({ place }) => place)
}
