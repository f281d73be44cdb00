import type { NounName } from '#domain/report-terms.ts'
import { NOUNS } from '../language/nouns.ts'
import { is, isKey, type Part } from './slots.ts'

/** What a noun or measure is in its question. */
export type Role = 'count' | 'group' | 'subject' | 'unit' | 'divisor' | 'rankedBy' | 'unplaced' | 'scope'

export const canBeGrouped = (noun: NounName): boolean => NOUNS[noun].group !== undefined

const isPassed = ({ tag }: Part): boolean =>
  tag.kind === 'filter' || tag.kind === 'value' || tag.kind === 'days' || tag.kind === 'verb' || tag.kind === 'span'

/** Something that can be measured, so that "per" can divide it. */
export const isAmount = (part: Part | undefined): boolean => part?.tag.kind === 'measure' || part?.tag.kind === 'noun'

/** The nearest earlier part that determines the role. */
const previous = (parts: readonly Part[], at: number): Part | undefined =>
  parts.slice(0, at).findLast((part) => !isPassed(part))

/** "orders per customer": the noun is divided by the one that follows. */
const isDivided = (parts: readonly Part[], at: number): boolean => {
  const next = parts[at]
  return (
    next?.tag.kind === 'measure' ||
    (next?.tag.kind === 'noun' && next.tag.noun !== 'product' && next.tag.noun !== 'release')
  )
}

/** The role of the noun at a position. */
export const nounRole = (parts: readonly Part[], at: number): Role => {
  const part = parts[at]
  if (part?.tag.kind !== 'noun') return 'count'
  const { noun, isPlural } = part.tag
  const before = previous(parts, at)
  const head = parts.slice(0, at)
  const groupable = canBeGrouped(noun)
  if (before?.tag.kind === 'limit' && before.tag.unit === null) return 'unit'
  if (isKey(before, 'count', 'share', 'average', 'howMuch')) return 'count'
  if (before?.tag.kind === 'rank') {
    // "who had the most orders"
    if (noun === 'order' && head.some((one) => isKey(one, 'who'))) return 'count'
    const hasOther = head.some(({ tag }) => tag.kind === 'noun' || tag.kind === 'dimension')
    return hasOther ? 'count' : groupable ? 'group' : 'subject'
  }
  // "the most profitable wines"
  const isRankedBy = before?.tag.kind === 'measure' && previous(parts, parts.indexOf(before))?.tag.kind === 'rank'
  if (isRankedBy && groupable) return 'group'
  if (isKey(before, 'by')) {
    const isRanked = isPlural && head.some((one) => one.tag.kind === 'rank')
    return groupable && !isRanked ? 'group' : 'rankedBy'
  }
  if (isKey(before, 'per')) {
    const hasNumerator = head.some(isAmount)
    if (!hasNumerator) return groupable ? 'group' : 'subject'
    return noun === 'product' || noun === 'release' ? 'group' : 'divisor'
  }
  if (isKey(before, 'which', 'who', 'list', 'what')) return 'subject'
  if (isKey(parts[at + 1], 'per') && isDivided(parts, at + 2)) return 'count'
  // "sales from web orders": the orders are those of the sales
  const isScope =
    (noun === 'order' || noun === 'customer') && ['filter', 'value'].includes(parts[at - 1]?.tag.kind ?? '')
  // "tasting revenue per guest"
  const ofVisits = ['measure:revenuePerGuest', 'measure:bottleConversion', 'measure:signupConversion'] as const
  if (noun === 'reservation' && is(parts[at + 1], ...ofVisits) && parts[at + 1]?.isApart === false) return 'scope'
  // "customer revenue"
  const next = parts[at + 1]
  if (noun === 'customer' && is(next, 'measure:netSales') && next?.isApart === false && !isKey(before, 'by', 'per'))
    return 'scope'
  // "how many bottles do online customers buy"
  const isBuyer = noun === 'customer' && parts[at + 1]?.tag.kind === 'verb'
  if (isBuyer && head.some(({ tag }) => tag.kind === 'measure') && !isKey(before, 'by', 'per')) return 'scope'
  // "how much came in from phone orders"
  const isOfMoney = noun === 'order' && head.some((one) => isKey(one, 'howMuch'))
  // "net sales of orders with a tip"
  if (noun === 'order' && isKey(parts[at + 1], 'with') && head.some(({ tag }) => tag.kind === 'measure')) return 'scope'
  if (isScope && (isOfMoney || head.some(({ tag }) => tag.kind === 'measure'))) return 'scope'
  const isFirst = !head.some(isAmount)
  const hasGroup = parts.some((one, index) => is(one, 'dimension', 'grain') && !isKey(parts[index - 1], 'count'))
  if (!isFirst || hasGroup) return 'count'
  return NOUNS[noun].list === null ? 'count' : 'subject'
}

/** The role of the measure at a position. */
export const measureRole = (parts: readonly Part[], at: number): Role => {
  const before = previous(parts, at)
  const head = parts.slice(0, at)
  if (isKey(before, 'per') && head.some(isAmount)) return 'divisor'
  if (!isKey(before, 'by')) return 'count'
  const isRanked = head.some(
    ({ tag }) => tag.kind === 'rank' || tag.kind === 'dimension' || (tag.kind === 'noun' && canBeGrouped(tag.noun)),
  )
  return isRanked ? 'rankedBy' : 'unplaced'
}
