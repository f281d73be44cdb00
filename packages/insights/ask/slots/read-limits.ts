import type { Comparison, NounName } from '#domain/report-terms.ts'
import { NOUNS } from '../language/nouns.ts'
import { nounRole } from './roles.ts'
import { type FilterSlot, filterSlot, has, is, isKey, isNamed, type LimitSlot, type Part } from './slots.ts'

/** Measures of a duration. */
const DURATION_MEASURES = ['daysWaiting', 'holdDays']

/** The measure of a limit: the noun or measure directly after the amount, else the last measure before it. */
const measureNextTo = (parts: readonly Part[], at: number): readonly string[] | null => {
  const next = parts[at + 1]
  const after = isKey(next, 'from', 'per') ? parts[at + 2] : next
  if (after?.tag.kind === 'measure') return after.tag.ids
  if (after?.tag.kind === 'noun' && nounRole(parts, at + 1) === 'unit') return NOUNS[after.tag.noun].count
  // "3 or more web orders"
  const beyond = parts[at + 2]
  if (after !== undefined && isNamed(after) && beyond?.tag.kind === 'noun' && nounRole(parts, at + 2) === 'unit')
    return NOUNS[beyond.tag.noun].count
  if (after?.tag.kind === 'limit' && parts[at]?.words === after.words) return measureNextTo(parts, at + 1)
  // "customers over 65", "age over 40": a bare number after a noun without an amount has no column
  const before = parts[at - 1]
  const isBare = parts[at]?.tag.kind === 'limit' && parts[at]?.tag.unit === null
  const isAge = before?.tag.kind === 'dimension' || (before?.tag.kind === 'noun' && before.tag.noun === 'customer')
  if (isBare && isAge) return []
  // "parties of more than 8"
  const isParty = before?.tag.kind === 'noun' && /^part(y|ies)$/i.test(before.words)
  if (isBare && isParty && !parts.some(({ tag }) => tag.kind === 'days')) return ['guests']
  const last = parts.slice(0, at).findLast(({ tag }) => tag.kind === 'measure')
  return last?.tag.kind === 'measure' ? last.tag.ids : null
}

const isHaving = (part: Part): boolean =>
  isKey(part, 'with') || (part.tag.kind === 'verb' && part.tag.verb === 'have' && /^ha(d|ve|s)$/i.test(part.words))

const anyOf = ({ tag }: Part): readonly string[] | null => {
  if (tag.kind === 'measure') return tag.ids
  return tag.kind === 'noun' && tag.noun === 'refund' ? NOUNS.refund.count : null
}

/** "orders with a discount": those that have any. */
const withAny = (parts: readonly Part[], at: number): LimitSlot[] => {
  const [part, measure] = [parts[at], parts[at + 1]]
  const plain = isKey(measure, 'per') ? parts[at + 2] : measure
  const ids = plain === undefined ? null : anyOf(plain)
  if (part === undefined || plain === undefined || !isHaving(part) || ids === null) return []
  const hasOwnLimit = parts.some(({ tag }) => tag.kind === 'limit')
  const isAfterNoun = parts.slice(0, at).some(({ tag }) => tag.kind === 'noun')
  if (hasOwnLimit || !isAfterNoun) return []
  const isOfRecords = is(parts[at - 1], 'noun:order') && has(parts.slice(0, at), 'measure')
  return [
    { words: `${part.words} ${plain.words}`, ids, comparison: 'GreaterThan', value: 0, isMoney: false, isOfRecords },
  ]
}

/** Whether the measure at a position belongs to a limit and is not asked for. */
export const isLimited = (parts: readonly Part[], at: number): boolean => {
  const isArticle = isKey(parts[at - 1], 'per')
  const index = isArticle ? at - 2 : at - 1
  const earlier = parts[index]
  if (earlier?.tag.kind === 'limit') return true
  return earlier !== undefined && isHaving(earlier) && withAny(parts, index).length > 0
}

const perOf = (part: Part | undefined): number => (part?.tag.kind === 'measure' ? (part.tag.per ?? 1) : 1)

const isAnyNoun = (parts: readonly Part[], ...nouns: NounName[]): boolean =>
  parts.some(({ tag }) => tag.kind === 'noun' && nouns.includes(tag.noun))

/** Longer than some days is before the day that they go back to. */
const REVERSED_COMPARISON: Readonly<Partial<Record<Comparison, Comparison>>> = {
  GreaterThan: 'LessThan',
  GreaterThanOrEqual: 'LessThanOrEqual',
  LessThan: 'GreaterThan',
  LessThanOrEqual: 'GreaterThanOrEqual',
}

/** "members for more than 3 years" signed up before that day; null for a limit to anything else. */
export const signupLimit = (parts: readonly Part[], { tag, words }: Part): FilterSlot | null => {
  const comparison = tag.kind === 'limit' ? REVERSED_COMPARISON[tag.comparison] : undefined
  if (tag.kind !== 'limit' || tag.since === undefined || comparison === undefined || !isAnyNoun(parts, 'member'))
    return null
  return filterSlot(words, { ids: ['signupDate'], comparison, value: tag.since })
}

/** "wines over $50" is about their price, where nothing says that they are to be sold for it. */
export const priceLimit = (parts: readonly Part[], at: number): FilterSlot | null => {
  const { tag, words } = parts[at] ?? {}
  if (tag?.kind !== 'limit' || tag.unit !== 'money' || words === undefined) return null
  const isOther = ({ tag: other }: Part) =>
    ['measure', 'verb', 'days', 'rank', 'dimension', 'grain', 'compare'].includes(other.kind) ||
    (other.kind === 'noun' && other.noun !== 'product')
  if (!isAnyNoun(parts, 'product') || parts.some(isOther)) return null
  return filterSlot(words, { ids: ['price'], comparison: tag.comparison, value: tag.value })
}

/** "Running low, under 24 bottles": how low that is, the question says itself. */
const withoutUsual = (limits: readonly LimitSlot[]): LimitSlot[] => {
  const isOf = ({ ids }: LimitSlot, id: string): boolean => ids?.[0] === id
  const hasOwn = limits.some((one) => isOf(one, 'available') || isOf(one, 'onHand'))
  return limits.filter((one) => !(hasOwn && isOf(one, 'weeksOnHand')))
}

/** Limits to measures: "over $500", "at least 3 orders", "with a tip". */
export const readLimits = (parts: readonly Part[]): LimitSlot[] => withoutUsual(limitsIn(parts))

const limitsIn = (parts: readonly Part[]): LimitSlot[] =>
  parts.flatMap((part, at): LimitSlot[] => {
    const { tag, words } = part
    if (tag.kind !== 'limit') return withAny(parts, at)
    if (signupLimit(parts, part) !== null || priceLimit(parts, at) !== null) return []
    const { comparison, value, unit } = tag
    const ofTenure = isAnyNoun(parts, 'cancellation', 'signup') ? ['tenureDays'] : DURATION_MEASURES
    // "came back within a year" of what, no measure says
    const isDuration = unit === 'days' && !parts.some((one) => is(one, 'state:repeat', 'noun:repeatCustomer'))
    const ofDays = isDuration ? ofTenure : []
    const ids = unit === 'days' ? ofDays : unit === 'times' ? ['orderCount'] : measureNextTo(parts, at)
    // "at least 2 cases" are 24 bottles
    const per = unit === null ? perOf(parts[at + 1]) : 1
    return [{ ids, comparison, value: value * per, isMoney: unit === 'money', isPercent: unit === 'percent', words }]
  })
