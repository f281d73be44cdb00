import { isKey } from './fuse.ts'
import type { Part } from './slots.ts'

const MONEY = /dollar|money|cash|amount|value|\$/i

const isMoney = ({ tag, words }: Part): boolean =>
  tag.kind === 'measure' && tag.ids.includes('netSales') && MONEY.test(words)

/** "how much did we refund", "refunds in dollars": the money of refunds, and not their number. */
export const pricedRefunds = (parts: readonly Part[]): readonly Part[] => {
  const at = parts.findIndex(({ tag }) => tag.kind === 'noun' && tag.noun === 'refund')
  const part = parts[at]
  if (part === undefined) return parts
  const sales = parts.findIndex((one, place) => isMoney(one) && Math.abs(place - at) === 1 && !one.isApart)
  const isAsked = parts.some((one) => isKey(one, 'howMuch'))
  if (sales < 0 && !isAsked) return parts
  const ofRefunds: Part = {
    ...part,
    tag: { kind: 'filter', filters: [{ ids: ['isRefund'], comparison: 'IsTrue', value: null }] },
  }
  const money: Part = { ...part, tag: { kind: 'measure', ids: ['netSales'] } }
  return parts.flatMap((one, place) => (place === at ? [ofRefunds, money] : place === sales ? [] : [one]))
}
