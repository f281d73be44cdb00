import type { Keyword } from '../read/meaning.ts'
import type { Part } from './roles.ts'
import { entityOf } from './roles.ts'

/** Synonyms of "by" that turn a number into a rate: "revenue per bottle". */
const RATE_PHRASES = ['per', 'each', 'every', 'for each', 'for every', 'by each']
/** Synonyms of "by" that name the sort order. */
const SORT_PHRASES = ['sorted by', 'ranked by', 'sort by', 'rank by', 'in order of', 'based on', 'measured by']

const isKeyword = (part: Part | undefined, keyword: Keyword): boolean =>
  part?.one.meaning.kind === 'keyword' && part.one.meaning.keyword === keyword

const isStopWord = ({ one }: Part): boolean => one.meaning.kind === 'stopWord'

const isAmount = ({ one: { meaning }, role }: Part): boolean =>
  meaning.kind === 'measure' || (meaning.kind === 'entity' && (role === 'count' || role === 'unit'))

const isSubject = ({ one: { meaning }, role }: Part): boolean => meaning.kind === 'entity' && role !== 'count'

/** Customers, products and releases can be groups; orders and members are only counted or listed. */
const canBeGrouped = ({ one: { meaning } }: Part): boolean =>
  meaning.kind === 'entity' && entityOf(meaning.entity).group !== undefined

const isNumber = (part: Part): boolean => isAmount(part) || (isSubject(part) && !canBeGrouped(part))

const isAxis = ({ one: { meaning } }: Part): boolean => meaning.kind === 'dimension' || meaning.kind === 'grain'

const previousPart = (parts: readonly Part[], at: number): Part | undefined =>
  parts.findLast((part) => part.at < at && !isStopWord(part))

const between = (parts: readonly Part[], from: number, until: number): Part[] =>
  parts.filter(({ at }) => at > from && at < until)

const idsOf = ({ one: { meaning } }: Part): string =>
  meaning.kind === 'measure'
    ? meaning.ids.join()
    : meaning.kind === 'entity'
      ? entityOf(meaning.entity).count.join()
      : ''

/** "how much money did we make" */
const isSameMeasure = (a: Part, b: Part): boolean => idsOf(a) === idsOf(b)

/** Words between two measures that make both of them wanted, or make the second a rank or condition. */
const isSeparator = (part: Part): boolean =>
  isKeyword(part, 'and') ||
  isKeyword(part, 'by') ||
  part.one.meaning.kind === 'rank' ||
  part.one.meaning.kind === 'condition'

/** "discounted orders", "orders processed": the second word qualifies the first and is not another measure. */
const findAdjacentMeasures = (parts: readonly Part[]): string[] => {
  const amounts = parts.filter(isNumber)
  return amounts.slice(1).flatMap((second, place) => {
    const first = amounts[place]
    if (first === undefined || second.one.isApart || isSameMeasure(first, second)) return []
    const isOfCondition = first.role === 'unit' || second.role === 'unit'
    return isOfCondition || between(parts, first.at, second.at).some(isSeparator) ? [] : [second.one.words]
  })
}

/** "orders with a discount": qualifies the orders and does not ask for the sum of discounts. */
const findWithPhrases = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (!isStopWord(part) || part.one.words.toLowerCase() !== 'with') return []
    const before = previousPart(parts, part.at)
    const next = parts.find((other) => other.at > part.at && !isStopWord(other))
    const followsNoun = before !== undefined && (isSubject(before) || isAmount(before) || isAxis(before))
    if (!followsNoun || next === undefined || !isAmount(next) || next.role === 'unit') return []
    const isLimited = parts.find(({ at, one }) => at > next.at && one.meaning.kind !== 'stopWord')
    return isLimited?.one.meaning.kind === 'condition' ? [] : [next.one.words]
  })

/** "revenue per bottle" is a rate; "cancellations by tenure" groups by a measure unless something is ranked by it. */
const findRatesAndAmountGroups = (parts: readonly Part[]): string[] =>
  parts.filter(isAmount).flatMap((part) => {
    const before = previousPart(parts, part.at)
    if (!isKeyword(before, 'by')) return []
    const words = before?.one.words.toLowerCase() ?? ''
    const isRanked = parts.some(({ one }) => one.meaning.kind === 'rank') || SORT_PHRASES.includes(words)
    const hasGroupBefore =
      !RATE_PHRASES.includes(words) && parts.some((other) => other.at < part.at && canBeGrouped(other))
    return RATE_PHRASES.includes(words) || !(isRanked || hasGroupBefore) ? [part.one.words] : []
  })

/** "how many team members": their number, not a measure of theirs. */
const findDimensionCounts = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (!isKeyword(part, 'count')) return []
    const next = parts.find(({ at, one }) => at > part.at && one.meaning.kind !== 'stopWord')
    return next?.one.meaning.kind === 'dimension' ? [next.one.words] : []
  })

/** "customer age over 40", "customers over 65": a bare number after a noun without an amount has no column. */
const findBareConditions = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ one: { meaning, words }, at }) => {
    if (meaning.kind !== 'condition' || meaning.isMoney) return []
    const before = previousPart(parts, at)
    const next = parts.find((part) => part.at > at && !isStopWord(part))
    if (before === undefined || (next !== undefined && isAmount(next))) return []
    const isCustomer = before.one.meaning.kind === 'entity' && before.one.meaning.entity === 'customer'
    return isAxis(before) || isCustomer ? [words] : []
  })

const PRODUCTION_VERBS = ['make', 'made']

/** "wines made in 2021": production, not sales. */
const findProductionVerbs = (parts: readonly Part[]): string[] =>
  parts.some(({ one: { meaning } }) => meaning.kind === 'entity' && meaning.entity === 'product')
    ? parts.flatMap(({ one }) => (PRODUCTION_VERBS.includes(one.words.toLowerCase()) ? [one.words] : []))
    : []

const SIZE_WORDS = ['biggest', 'largest', 'smallest']

/** "the biggest club": by members or by sales, which is ambiguous. */
const findClubSizes = (parts: readonly Part[]): string[] =>
  parts.some(isAmount)
    ? []
    : parts.flatMap((part) => {
        const next = parts.find(({ at, one }) => at > part.at && one.meaning.kind !== 'stopWord')
        const isOfClub = next?.one.meaning.kind === 'dimension' && next.one.meaning.ids.includes('clubName')
        return isOfClub && SIZE_WORDS.some((word) => part.one.words.toLowerCase().endsWith(word))
          ? [part.one.words]
          : []
      })

const AMBIGUITY_CHECKS = [
  findAdjacentMeasures,
  findWithPhrases,
  findRatesAndAmountGroups,
  findDimensionCounts,
  findBareConditions,
  findProductionVerbs,
  findClubSizes,
]

/**
 * Known words in a context where they probably mean something else. They count as not understood: each of these was once answered
 * with a number other than the one asked for.
 */
export const findAmbiguities = (parts: readonly Part[]): string[] =>
  AMBIGUITY_CHECKS.flatMap((findAmbiguous) => findAmbiguous(parts))
