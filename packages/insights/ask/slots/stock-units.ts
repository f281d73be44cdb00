import type { Part } from './slots.ts'

const STOCK = ['onHand', 'reserved', 'allocated', 'available', 'weeksOnHand', 'weeklyUnits']

const isUnits = ({ tag }: Part): boolean => tag.kind === 'measure' && tag.ids.includes('unitsSold')

/** "How many bottles do we have on hand", "cases left": bottles and cases are the unit of the stock, and not of sales. */
export const unitsOfStock = (parts: readonly Part[]): readonly Part[] => {
  const stock = parts.findIndex(({ tag }) => tag.kind === 'measure' && tag.ids.some((id) => STOCK.includes(id)))
  const units = parts.findIndex(isUnits)
  const [of, unit] = [parts[stock], parts[units]]
  if (of?.tag.kind !== 'measure' || unit?.tag.kind !== 'measure') return parts
  const measured: Part = unit.tag.per === undefined ? of : { ...of, tag: { ...of.tag, per: unit.tag.per } }
  return parts.flatMap((part, at) => (at === units ? [] : at === stock ? [measured] : [part]))
}
