/** Seeded random numbers. Not for secrets: the same seed gives the same numbers. */
export interface Random {
  /** from 0 (inclusive) to 1 (exclusive) */
  next(): number
  /** an integer from 0 to below `limit` */
  below(limit: number): number
  /** an integer from `min` to `max`, both inclusive */
  between(min: number, max: number): number
  chance(probability: number): boolean
  /** a Poisson-distributed count with this mean */
  poisson(mean: number): number
  /** an exponentially distributed waiting time with this mean */
  exponential(mean: number): number
}

const TWO_32 = 4_294_967_296

/** A 32-bit mix of two integers: the same pair always gives the same number from 0 to 2^32 - 1. */
export const hash32 = (a: number, b: number): number => {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return (h ^ (h >>> 15)) >>> 0
}

/** Like `hash32`, from 0 (inclusive) to 1 (exclusive). */
export const hashUnit = (a: number, b: number): number => hash32(a, b) / TWO_32

/** Small Fast Counter, 32 bits: period of at least 2^32, a few nanoseconds per number. */
const smallFastCounter = (seed: number): (() => number) => {
  let [a, b, c, counter] = [hash32(seed, 1) | 0, hash32(seed, 2) | 0, hash32(seed, 3) | 0, 1]
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / TWO_32
  }
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next()
  return next
}

/** Above this mean a rounded normal number is accurate enough, and faster than counting arrivals. */
const LARGE_MEAN = 30

export const createRandom = (seed: number): Random => {
  const next = smallFastCounter(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

  const poisson = (mean: number): number => {
    if (mean <= 0) return 0
    if (mean > LARGE_MEAN) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
    const stop = Math.exp(-mean)
    let count = 0
    for (let product = next(); product > stop; product *= next()) count += 1
    return count
  }

  return {
    next,
    below,
    poisson,
    between: (min, max) => min + below(max - min + 1),
    chance: (probability) => next() < probability,
    exponential: (mean) => -Math.log(1 - next()) * mean,
  }
}

/** The golden ratio: fractions of its multiples are evenly spread, so shares are accurate even with few draws. */
export const GOLDEN_RATIO = 0.618_033_988_75

/** Draws from a list by weight. */
export interface Weighted<T> {
  readonly items: readonly T[]
  /** the item at a position from 0 (inclusive) to 1 (exclusive) of the total weight */
  at(unit: number): T
}

/** @throws RangeError for an empty list */
export const weighted = <T>(entries: readonly (readonly [item: T, weight: number])[]): Weighted<T> => {
  const first = entries[0]
  if (first === undefined) throw new RangeError('Nothing to draw from')
  const items = entries.map(([item]) => item)
  const sum = entries.reduce((total, [, weight]) => total + weight, 0)
  let reached = 0
  const ends = Float64Array.from(entries, ([, weight]) => {
    reached += weight / sum
    return reached
  })
  const at = (unit: number): T => {
    let low = 0
    let high = items.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 1) > unit) high = middle
      else low = middle + 1
    }
    return items[low] ?? first[0]
  }
  return { items, at }
}
