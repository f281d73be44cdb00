import { filterTag as filter, measureTag as measure, nounTag as noun } from '../tag/tag.ts'
import { isKey, type Part, type Slots } from './slots.ts'

const AMOUNTS_OF_ORDERS = ['discount', 'tip', 'shipping', 'tax']

/** "the biggest discounts": the orders that have them. */
export const ordersByAmount = (parts: readonly Part[]): readonly Part[] => {
  if (parts.some(({ tag }) => tag.kind === 'noun' || tag.kind === 'dimension' || tag.kind === 'grain')) return parts
  const at = parts.findIndex(
    ({ tag, words }, index) =>
      tag.kind === 'measure' &&
      AMOUNTS_OF_ORDERS.includes(tag.ids[0] ?? '') &&
      /s\b/i.test(words) &&
      parts[index - 1]?.tag.kind === 'rank',
  )
  const part = parts[at]
  if (part === undefined || parts.some((one) => isKey(one, 'who', 'which', 'by'))) return parts
  const by: Part = { ...part, tag: { kind: 'key', key: 'by' } }
  return [...parts.slice(0, at), { ...part, tag: noun('order') }, by, ...parts.slice(at)]
}

const MONEY = /dollar|money|cash|amount|value|\$/i

const isMoney = ({ tag, words }: Part): boolean =>
  tag.kind === 'measure' && tag.ids.includes('netSales') && MONEY.test(words)

/** "how much did we refund", "refunds in dollars": the money of refunds, and not their number. */
export const pricedRefunds = (parts: readonly Part[]): readonly Part[] => {
  const at = parts.findIndex(({ tag }) => tag.kind === 'noun' && tag.noun === 'refund')
  const part = parts[at]
  if (part === undefined) return parts
  const sales = parts.findIndex((one, index) => isMoney(one) && Math.abs(index - at) === 1 && !one.isApart)
  const isAsked = parts.some((one) => isKey(one, 'howMuch'))
  if (sales < 0 && !isAsked) return parts
  const ofRefunds: Part = {
    ...part,
    tag: filter('isRefund', 'IsTrue'),
  }
  const money: Part = { ...part, tag: measure('netSales') }
  // "how many refunds and for how much"
  const counted: Part[] = parts.some((one) => isKey(one, 'count'))
    ? [
        { ...part, tag: measure('refundCount') },
        { ...part, tag: { kind: 'key', key: 'and' } },
      ]
    : []
  return parts.flatMap((one, index) => (index === at ? [ofRefunds, ...counted, money] : index === sales ? [] : [one]))
}

/** "How much" asks for money or units, and not for a count: "how much did we make from tastings". */
export const resolveAmounts = (parts: readonly Part[], slots: Slots): Slots => {
  const howMuch = parts.find((part) => isKey(part, 'howMuch'))
  const [first, ...more] = slots.measures
  if (howMuch === undefined || first === undefined || more.length > 0 || first.noun === null) return slots
  if (first.dividedBy !== undefined) return slots
  if (first.noun === 'order' && /money|dollars/i.test(howMuch.words))
    return { ...slots, measures: [{ ids: ['netSales'], noun: null, words: first.words }] }
  if (first.noun !== 'reservation') return { ...slots, unmatched: [...slots.unmatched, howMuch.words] }
  return { ...slots, measures: [{ ids: ['revenue'], noun: null, words: first.words }] }
}
