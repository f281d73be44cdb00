import { isKey, type Part, type Slots } from './slots.ts'

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
