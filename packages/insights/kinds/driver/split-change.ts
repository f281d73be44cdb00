import { roundHalfAway } from '#domain/money.ts'
import type { Amount, ChangeCell } from '../../insight/inputs.ts'

/** Integer minor units; volume + price + mix is exactly the change. */
interface ChangeParts {
  readonly change: number
  /** change of quantity, at the average price of the previous period */
  readonly volume: number
  /** change of prices within groups */
  readonly price: number
  /** shift between expensive and cheap groups */
  readonly mix: number
}

export interface GroupParts extends ChangeParts {
  readonly group: string
}

export interface ChangeSplit extends ChangeParts {
  /** in the given order; their parts add up to the total */
  readonly groups: readonly GroupParts[]
}

/** Quantities have at most six decimals; smaller values count as zero. */
const LEAST_COUNT = 1e-6

const ratio = ({ money, count }: Amount): number | null => (count >= LEAST_COUNT ? money / count : null)

const sumCells = (cells: readonly ChangeCell[], when: 'before' | 'after'): Amount => ({
  money: cells.reduce((sum, cell) => sum + cell[when].money, 0),
  count: cells.reduce((sum, cell) => sum + cell[when].count, 0),
})

/** Bound of a part, so that sums over many groups stay safe integers even for tiny quantities. */
const MOST = 1e13

const roundToInteger = (value: number): number => roundHalfAway(Math.min(MOST, Math.max(-MOST, value)))

const splitCell = ({ group, before, after }: ChangeCell, average: number): GroupParts => {
  const change = after.money - before.money
  const more = after.count - before.count
  // An item without previous sales has no price to compare with, so all of its change is volume and mix.
  const price = ratio(before) ?? ratio(after) ?? average
  const volume = roundToInteger(average * more)
  const mix = roundToInteger((price - average) * more)
  return { group, change, volume, mix, price: change - volume - mix }
}

/**
 * Splits a change of money into volume, price and mix. The rounding remainder is part of the price, so that the parts add up to the
 * change exactly, for each group and in total.
 */
export const splitChange = (cells: readonly ChangeCell[]): ChangeSplit => {
  const average = ratio(sumCells(cells, 'before')) ?? ratio(sumCells(cells, 'after')) ?? 0
  const groups = cells.map((cell) => splitCell(cell, average))
  const total = (part: keyof ChangeParts): number => groups.reduce((sum, group) => sum + group[part], 0)
  return { change: total('change'), volume: total('volume'), price: total('price'), mix: total('mix'), groups }
}
