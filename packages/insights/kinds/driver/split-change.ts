import { roundHalfAway } from '#domain/money.ts'
import type { Amount, ChangeCell } from '../../insight/inputs.ts'

/** Whole minor units each; volume + price + mix is the change, to the last unit. */
export interface ChangeParts {
  readonly change: number
  /** more or fewer things, at the average price of the period before */
  readonly volume: number
  /** things that became dearer or cheaper within their group */
  readonly price: number
  /** more of the dear groups, or of the cheap ones */
  readonly mix: number
}

export interface GroupParts extends ChangeParts {
  readonly group: string
}

export interface ChangeSplit extends ChangeParts {
  /** in the order given; their parts add up to the split's */
  readonly groups: readonly GroupParts[]
}

/** Quantities have at most six digits after the point: what is less is none. */
const LEAST_COUNT = 1e-6

const ratio = ({ money, count }: Amount): number | null => (count >= LEAST_COUNT ? money / count : null)

const sumOf = (cells: readonly ChangeCell[], when: 'before' | 'after'): Amount => ({
  money: cells.reduce((sum, cell) => sum + cell[when].money, 0),
  count: cells.reduce((sum, cell) => sum + cell[when].count, 0),
})

/** A part is kept within this, so that parts of many groups stay whole numbers whatever a fraction of a bottle costs. */
const MOST = 1e13

const whole = (value: number): number => roundHalfAway(Math.min(MOST, Math.max(-MOST, value)))

const splitCell = ({ group, before, after }: ChangeCell, average: number): GroupParts => {
  const change = after.money - before.money
  const more = after.count - before.count
  // What was not sold before has no price to compare with: it all counts as volume and mix.
  const price = ratio(before) ?? ratio(after) ?? average
  const volume = whole(average * more)
  const mix = whole((price - average) * more)
  return { group, change, volume, mix, price: change - volume - mix }
}

/**
 * Splits a change of money into volume, price and mix. The rest that rounding leaves is part of the price, so that the parts
 * add up to the change exactly, for each group and for the whole.
 */
export const splitChange = (cells: readonly ChangeCell[]): ChangeSplit => {
  const average = ratio(sumOf(cells, 'before')) ?? ratio(sumOf(cells, 'after')) ?? 0
  const groups = cells.map((cell) => splitCell(cell, average))
  const total = (part: keyof ChangeParts): number => groups.reduce((sum, group) => sum + group[part], 0)
  return { change: total('change'), volume: total('volume'), price: total('price'), mix: total('mix'), groups }
}
