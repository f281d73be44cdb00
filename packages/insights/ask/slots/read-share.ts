import { lookupTable } from '#domain/lookup-table.ts'
import type { NounName } from '#domain/report-terms.ts'
import { findColumn, REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import { NOUNS } from '../language/nouns.ts'
import { type FilterSlot, is, isKey, type MeasureSlot, type Part, type Slots } from './slots.ts'

const rate = (...ids: string[]): Pick<MeasureSlot, 'ids' | 'noun'> => ({ ids, noun: null })

/** The rate that a share of a noun is. */
const RATES: Readonly<Partial<Record<NounName, Pick<MeasureSlot, 'ids' | 'noun'>>>> = {
  cancellation: rate('attritionRate'),
  repeatCustomer: rate('repeatRate'),
  refund: rate('refundRate'),
}

/** The rate that a share of a measure is. */
const MEASURE_RATES: Readonly<Record<string, string>> = lookupTable({
  clubSignups: 'signupConversion',
  bottlePurchases: 'bottleConversion',
})

export const isRate = (columnId: string): boolean =>
  REPORT_TYPES.some((type) => findColumn(type, columnId)?.type === 'percent')

/** Sales of which a measure is a part. */
const PARTS: Readonly<Record<string, string>> = lookupTable({
  newCustomerSales: 'netSales',
  returningCustomerSales: 'netSales',
})

/** A noun whose share is a rate of its own: of members, customers or orders. */
export const isRated = (noun: NounName | null): boolean =>
  noun !== null && (Object.hasOwn(RATES, noun) || Object.hasOwn(DENOMINATORS, noun))

const ELIGIBLE: MeasureSlot = { ids: ['membersEligible'], noun: null, words: 'members' }

const DENOMINATORS: Readonly<Partial<Record<NounName, MeasureSlot>>> = {
  newCustomer: { ids: ['customerCount'], noun: 'customer', words: 'customers' },
  onHoldMember: { ids: ['activeMembers'], noun: 'member', words: 'members' },
  skippedMember: ELIGIBLE,
  declinedMember: ELIGIBLE,
}

const filteredColumns = ({ filters, choices }: FilterSlot): string[] => [
  ...filters.flatMap(({ ids }) => ids.slice(0, 1)),
  ...choices.slice(0, 1).map(({ columnId }) => columnId),
]

/**
 * "Share of sales by channel", "what percent of sales is club": the part of the total next to the measure, and the column of the
 * part's name as rows. Two measures are a ratio: "discounts as a percentage of sales".
 */
export const readShare = (parts: readonly Part[], slots: Slots): Slots => {
  const { share, measures, groups, filters } = slots
  if (share === null) return slots
  const [first, second] = measures
  // "percent of orders with a discount": a part of the records, which no measure is
  if (slots.limits.length > 0) return { ...slots, list: null, unmatched: [...slots.unmatched, share.words] }
  // "what percent of guests leave with a bottle": the measure is a rate itself
  const ownRate = measures.find(({ ids }) => isRate(ids[0] ?? ''))
  if (ownRate !== undefined && groups.length === 0) return { ...slots, measures: [ownRate], list: null, share: null }
  const measureRate = MEASURE_RATES[first?.ids[0] ?? '']
  if (measureRate !== undefined && second === undefined)
    return { ...slots, measures: [{ ...rate(measureRate), words: share.words }], list: null, share: null }
  const whole = PARTS[first?.ids[0] ?? '']
  if (whole !== undefined && second === undefined && first !== undefined)
    return { ...slots, measures: [{ ...first, dividedBy: { ids: [whole], noun: null, words: 'sales' } }], share: null }
  const isOfMembers = first !== undefined && ['skipped', 'declined', 'processed'].includes(first.ids[0] ?? '')
  if (isOfMembers && first.noun === null && second === undefined)
    return { ...slots, measures: [{ ...first, dividedBy: ELIGIBLE }], list: null, share: null }
  const nouns = parts.flatMap(({ tag }) => (tag.kind === 'noun' ? [tag.noun] : []))
  const isByReason = filters.some((filter) => filteredColumns(filter).includes('cancellationReason'))
  // "what percent of first-time buyers come from the tasting room": of them, and not of all customers
  const of = parts[parts.findIndex((part) => isKey(part, 'share')) + 1]
  const isOfPart = is(of, 'noun') && filters.some((one) => filteredColumns(one).length === 1)
  const ratedNoun =
    isByReason || isOfPart
      ? undefined
      : nouns.find((noun) => RATES[noun] !== undefined || DENOMINATORS[noun] !== undefined)
  if (ratedNoun !== undefined) {
    const known = RATES[ratedNoun]
    const whole = DENOMINATORS[ratedNoun]
    const own = measures.find(({ noun }) => noun === ratedNoun) ?? {
      ids: NOUNS[ratedNoun].count,
      noun: ratedNoun,
      words: share.words,
    }
    const measure =
      known !== undefined ? { ...known, words: share.words } : { ...own, ...(whole ? { dividedBy: whole } : {}) }
    return { ...slots, measures: [measure], list: null, share: null }
  }
  if (first !== undefined && second !== undefined) {
    const isAs = share.words.startsWith('as') || !parts.some((part) => isKey(part, 'share'))
    const [numerator, denominator] = isAs ? [first, second] : firstOf(parts, first, second)
    const at = parts.findIndex((part) => isKey(part, 'share'))
    // "discounts, and what percent of sales is that"
    const own = isKey(parts[at - 1], 'and') ? [first] : []
    return { ...slots, measures: [...own, { ...numerator, dividedBy: denominator }], list: null, share: null }
  }
  const measure = first ?? { ids: ['netSales'], noun: null, words: share.words }
  if (groups.length > 0) {
    const isOverTime = groups.some(({ kind }) => kind === 'grain')
    const isPart = filters.length > 0 && isOverTime
    const unmatched = isPart || groups.length > 1 ? [...slots.unmatched, share.words] : slots.unmatched
    return { ...slots, measures: [measure], list: null, unmatched }
  }
  // "what share of tasting room sales is wine": the part comes last
  const named = filters.findLast((filter) => filteredColumns(filter).length === 1)
  const column = named === undefined ? undefined : filteredColumns(named)[0]
  const isRepeated = filters.some((one) => one !== named && filteredColumns(one)[0] === column)
  // "share of revenue, Oak Hollow vs Stone Creek": both among all
  if (isRepeated && slots.comparesValues) return { ...slots, measures: [measure], list: null }
  if (named === undefined || column === undefined || isRepeated)
    return { ...slots, list: null, unmatched: [...slots.unmatched, share.words] }
  const group = { kind: 'column' as const, ids: filteredColumns(named), words: named.words }
  return {
    ...slots,
    measures: [measure],
    groups: [group],
    filters: filters.filter((one) => one !== named),
    list: null,
    focus: { column, slot: named },
  }
}

/** "percentage of orders with refunds": what follows "of" is the whole. */
const firstOf = (
  parts: readonly Part[],
  first: MeasureSlot,
  second: MeasureSlot,
): readonly [MeasureSlot, MeasureSlot] => {
  const shareAt = parts.findIndex((part) => isKey(part, 'share'))
  const firstAt = parts.findIndex(({ words }) => words === first.words)
  return firstAt > shareAt ? [second, first] : [first, second]
}
