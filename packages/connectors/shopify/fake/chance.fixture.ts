/** Numbers that look random and are the same for the same seed. */
export interface Chance {
  /** a whole number from 0, below `limit` */
  below(limit: number): number
  pick<T>(items: readonly [T, ...T[]]): T
}

/** The generator called mulberry32: small, and good enough for a winery that nobody runs. */
export const createChance = (seed: number): Chance => {
  let state = seed >>> 0
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(unit() * limit)
  return { below, pick: (items) => items[below(items.length)] ?? items[0] }
}
