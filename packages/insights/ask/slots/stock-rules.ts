import { measureTag as measure } from '../tag/tag.ts'
import { isWine, type PartRule, says } from './part-rule.ts'
import { has, is, type Part } from './slots.ts'

export const STOCK = ['onHand', 'reserved', 'allocated', 'available', 'weeksOnHand', 'weeklyUnits'] as const

const STOCK_MEASURES = STOCK.map((id) => `measure:${id}` as const)

/** Stock in weeks, of which there are no cases. */
const RATES = ['measure:weeksOnHand', 'measure:weeklyUnits'] as const

const stockOf = (parts: readonly Part[]): Part | undefined => parts.find((part) => is(part, ...STOCK_MEASURES))

/** What the context says of stock and of what is sold. A rule reads the parts as the rules before it left them. */
export const STOCK_RULES: readonly PartRule[] = [
  {
    examples: ['how many bottles do we have', 'do we have any Cabernet'],
    when: (parts) =>
      !parts.some((one) => is(one, 'measure') && !is(one, 'measure:unitsSold')) &&
      !has(parts, 'noun', 'days', 'compare', 'limit', 'rank') &&
      !parts.some((one) => is(one, 'verb') && !is(one, 'verb:have', 'verb:earn')) &&
      (has(parts, 'value:varietal', 'value:brand', 'value:productTitle', 'filter:vintage', 'filter:productTitle') ||
        (has(parts, 'key:count', 'key:howMuch') && has(parts, 'measure:unitsSold'))),
    read: (part) => (is(part, 'verb:have') && says(part, /^(have|got)$/i) ? [measure('onHand')] : null),
  },
  {
    // nothing says that they are to be sold
    examples: ['which wines are below 10 cases'],
    when: (parts) =>
      (has(parts, 'noun:product') || parts.some(isWine)) &&
      stockOf(parts) === undefined &&
      !has(
        parts,
        'verb:sell',
        'verb:buy',
        'days',
        'compare',
        'noun:order',
        'noun:customer',
        'noun:member',
        'filter:channel',
      ),
    read: (part, { before }) => {
      const isFew = before?.tag.kind === 'limit' && before.tag.comparison.startsWith('Less')
      return isFew && is(part, 'measure:unitsSold') && part.tag.kind === 'measure'
        ? [{ ...part.tag, ids: ['available'] }]
        : null
    },
  },
  {
    examples: ['cases of Chardonnay left'],
    when: (parts) => stockOf(parts) !== undefined && has(parts, 'measure:unitsSold'),
    read: (part, { parts, before }) => {
      if (is(part, 'measure:unitsSold') && is(before, 'limit'))
        return part.tag.kind === 'measure' ? [{ ...part.tag, ids: ['available'] }] : null
      if (is(part, 'measure:unitsSold')) return []
      const units = parts.find((one) => is(one, 'measure:unitsSold'))?.tag
      const per = units?.kind === 'measure' ? units.per : undefined
      const isStock = part === stockOf(parts) && part.tag.kind === 'measure' && per !== undefined && !is(part, ...RATES)
      return isStock ? [{ ...part.tag, per }] : null
    },
  },
  {
    examples: ['how many weeks of Chardonnay do we have left', 'how much stock do we have left'],
    when: (parts) =>
      has(parts, 'measure:weeksOnHand') || parts.some((part) => is(part, 'measure:onHand') && !says(part, /left/i)),
    read: (part) => (is(part, 'measure:available', 'measure:onHand') && says(part, /left|remaining/i) ? [] : null),
  },
]
