import { isKey, type Part } from './slots.ts'

export const STOCK = ['onHand', 'reserved', 'allocated', 'available', 'weeksOnHand', 'weeklyUnits']

const isUnits = ({ tag }: Part): boolean => tag.kind === 'measure' && tag.ids.includes('unitsSold')

const WINE_COLUMNS = ['varietal', 'brand', 'productTitle']

const isWine = ({ tag }: Part): boolean =>
  tag.kind === 'value'
    ? tag.choices.some(({ columnId }) => WINE_COLUMNS.includes(columnId))
    : tag.kind === 'filter' && tag.filters.some(({ ids }) => ids[0] === 'vintage' || ids[0] === 'productTitle')

/** "How many bottles do we have", "do we have Cabernet": those in stock, and not those sold. */
const haveInStock = (parts: readonly Part[]): readonly Part[] => {
  const isCounted = parts.some((part) => isKey(part, 'count', 'howMuch'))
  const has = parts.findIndex(
    ({ tag, words }) => tag.kind === 'verb' && tag.verb === 'have' && /^(have|got)$/i.test(words),
  )
  const isOther = ({ tag }: Part) =>
    (tag.kind === 'measure' && !tag.ids.includes('unitsSold')) ||
    ['noun', 'days', 'compare', 'limit', 'rank'].includes(tag.kind) ||
    (tag.kind === 'verb' && tag.verb !== 'have' && tag.verb !== 'earn')
  if (has < 0 || parts.some(isOther) || !(parts.some(isWine) || (isCounted && parts.some(isUnits)))) return parts
  return parts.map((part, at) => (at === has ? { ...part, tag: { kind: 'measure', ids: ['onHand'] } } : part))
}

/** "How many bottles do we have on hand", "cases left": bottles and cases are the unit of the stock, and not of sales. */
export const unitsOfStock = (all: readonly Part[]): readonly Part[] => {
  const parts = haveInStock(all)
  const stock = parts.findIndex(({ tag }) => tag.kind === 'measure' && tag.ids.some((id) => STOCK.includes(id)))
  const units = parts.findIndex(isUnits)
  const [of, unit] = [parts[stock], parts[units]]
  if (of?.tag.kind !== 'measure' || unit?.tag.kind !== 'measure') return parts
  const measured: Part = unit.tag.per === undefined ? of : { ...of, tag: { ...of.tag, per: unit.tag.per } }
  return parts.flatMap((part, at) => (at === units ? [] : at === stock ? [measured] : [part]))
}
