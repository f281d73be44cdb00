import type { Mark } from '../read/meaning.ts'
import type { Part } from './parts.ts'
import { entityOf } from './roles.ts'

/** Ways to say "by" that make of a number a rate: "revenue per bottle". */
const RATES = ['per', 'each', 'every', 'for each', 'for every', 'by each']
/** Ways to say "by" that name what rows are put in order by. */
const ORDERS = ['sorted by', 'ranked by', 'sort by', 'rank by', 'in order of', 'based on', 'measured by']

const isMark = (part: Part | undefined, mark: Mark): boolean =>
  part?.one.meaning.kind === 'mark' && part.one.meaning.mark === mark

const isFiller = ({ one }: Part): boolean => one.meaning.kind === 'filler'

const isAmount = ({ one: { meaning }, role }: Part): boolean =>
  meaning.kind === 'measure' || (meaning.kind === 'entity' && (role === 'count' || role === 'unit'))

const isThing = ({ one: { meaning }, role }: Part): boolean => meaning.kind === 'entity' && role !== 'count'

/** Customers, products and releases are what rows are; orders or members are only ever counted or listed. */
const canBeGrouped = ({ one: { meaning } }: Part): boolean =>
  meaning.kind === 'entity' && entityOf(meaning.entity).group !== null

const isNumber = (part: Part): boolean => isAmount(part) || (isThing(part) && !canBeGrouped(part))

const isAxis = ({ one: { meaning } }: Part): boolean => meaning.kind === 'dimension' || meaning.kind === 'grain'

const lastBefore = (parts: readonly Part[], at: number): Part | undefined =>
  parts.findLast((part) => part.at < at && !isFiller(part))

const between = (parts: readonly Part[], from: number, until: number): Part[] =>
  parts.filter(({ at }) => at > from && at < until)

const idsOf = ({ one: { meaning } }: Part): string =>
  meaning.kind === 'measure'
    ? meaning.ids.join()
    : meaning.kind === 'entity'
      ? entityOf(meaning.entity).count.join()
      : ''

/** "how much money did we make" */
const saysTheSame = (a: Part, b: Part): boolean => idsOf(a) === idsOf(b)

/** What makes of two numbers in a row two that are wanted, or of the second what is ranked or limited by. */
const joins = (part: Part): boolean =>
  isMark(part, 'and') || isMark(part, 'by') || part.one.meaning.kind === 'rank' || part.one.meaning.kind === 'condition'

/** "discounted orders", "orders processed": the one says which of the other, and is no second number. */
const withoutJoint = (parts: readonly Part[]): string[] => {
  const amounts = parts.filter(isNumber)
  return amounts.slice(1).flatMap((second, place) => {
    const first = amounts[place]
    if (first === undefined || second.one.isApart || saysTheSame(first, second)) return []
    const isOfCondition = first.role === 'unit' || second.role === 'unit'
    return isOfCondition || between(parts, first.at, second.at).some(joins) ? [] : [second.one.words]
  })
}

/** "orders with a discount": which of them, and not the sum of it beside their number. */
const withSomething = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (!isFiller(part) || part.one.words.toLowerCase() !== 'with') return []
    const before = lastBefore(parts, part.at)
    const next = parts.find((other) => other.at > part.at && !isFiller(other))
    const isOfThing = before !== undefined && (isThing(before) || isAmount(before) || isAxis(before))
    if (!isOfThing || next === undefined || !isAmount(next) || next.role === 'unit') return []
    const isLimited = parts.find(({ at, one }) => at > next.at && one.meaning.kind !== 'filler')
    return isLimited?.one.meaning.kind === 'condition' ? [] : [next.one.words]
  })

/** "revenue per bottle" is a rate; "cancellations by tenure" groups by a number, where nothing is ranked by it. */
const byAmount = (parts: readonly Part[]): string[] =>
  parts.filter(isAmount).flatMap((part) => {
    const before = lastBefore(parts, part.at)
    if (!isMark(before, 'by')) return []
    const words = before?.one.words.toLowerCase() ?? ''
    const isRanked = parts.some(({ one }) => one.meaning.kind === 'rank') || ORDERS.includes(words)
    const isOfThings = !RATES.includes(words) && parts.some((other) => other.at < part.at && canBeGrouped(other))
    return RATES.includes(words) || !(isRanked || isOfThings) ? [part.one.words] : []
  })

/** "how many team members": how many there are is another number than theirs. */
const countOfAxis = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (!isMark(part, 'count')) return []
    const next = parts.find(({ at, one }) => at > part.at && one.meaning.kind !== 'filler')
    return next?.one.meaning.kind === 'dimension' ? [next.one.words] : []
  })

/** "customer age over 40", "customers over 65": a bare number behind what has no amount named is nobody's. */
const bareConditions = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ one: { meaning, words }, at }) => {
    if (meaning.kind !== 'condition' || meaning.isMoney) return []
    const before = lastBefore(parts, at)
    const next = parts.find((part) => part.at > at && !isFiller(part))
    if (before === undefined || (next !== undefined && isAmount(next))) return []
    const isOfPerson = before.one.meaning.kind === 'entity' && before.one.meaning.entity === 'customer'
    return isAxis(before) || isOfPerson ? [words] : []
  })

const MADE = ['make', 'made']

/** "wines made in 2021": whoever makes wine earns nothing by it yet. */
const madeThings = (parts: readonly Part[]): string[] =>
  parts.some(({ one: { meaning } }) => meaning.kind === 'entity' && meaning.entity === 'product')
    ? parts.flatMap(({ one }) => (MADE.includes(one.words.toLowerCase()) ? [one.words] : []))
    : []

const LARGE = ['biggest', 'largest', 'smallest']

/** "the biggest club": by members or by sales, which is not said. */
const sizeOfClub = (parts: readonly Part[]): string[] =>
  parts.some(isAmount)
    ? []
    : parts.flatMap((part) => {
        const next = parts.find(({ at, one }) => at > part.at && one.meaning.kind !== 'filler')
        const isOfClub = next?.one.meaning.kind === 'dimension' && next.one.meaning.ids.includes('clubName')
        return isOfClub && LARGE.some((word) => part.one.words.toLowerCase().endsWith(word)) ? [part.one.words] : []
      })

const DOUBTS = [withoutJoint, withSomething, byAmount, countOfAxis, bareConditions, madeThings, sizeOfClub]

/**
 * Words that have a meaning, in a place where they are as likely to say something else. They are not understood: each of these
 * was answered once by a number that was not asked for.
 */
export const doubtsOf = (parts: readonly Part[]): string[] => DOUBTS.flatMap((doubt) => doubt(parts))
