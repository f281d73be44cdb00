import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Keyword, Limit, PlacedReading } from '../read/meaning.ts'
import { phraseList } from '../read/token.ts'
import type { EntityName } from '../words/entities.ts'
import { findAmbiguities } from './ambiguities.ts'
import { parseDays } from './parse-days.ts'
import type { ParsedCondition, ParsedGroup, ParsedLimit, ParsedMeasure, ParsedQuestion } from './parsed-question.ts'
import { entityOf, hasKeyword, type Part, toParts } from './roles.ts'

const countMeasure = (entity: EntityName, words: string): ParsedMeasure => ({
  ids: entityOf(entity).count,
  entity,
  words,
})

const salesMeasure = (words: string): ParsedMeasure => ({ ids: ['netSales'], entity: null, words })
const unitsMeasure = (words: string): ParsedMeasure => ({ ids: ['unitsSold'], entity: null, words })

const readMeasures = (parts: readonly Part[]): ParsedMeasure[] =>
  parts.flatMap(({ one: { meaning, words }, role }): ParsedMeasure[] => {
    if (meaning.kind === 'measure') return [{ ids: meaning.ids, entity: null, words }]
    return meaning.kind === 'entity' && (role === 'count' || role === 'unit')
      ? [countMeasure(meaning.entity, words)]
      : []
  })

const readGroups = (parts: readonly Part[]): ParsedGroup[] =>
  parts.flatMap(({ one: { meaning, words }, role }): ParsedGroup[] => {
    if (meaning.kind === 'dimension') return [{ kind: 'column', ids: meaning.ids, words }]
    if (meaning.kind === 'grain') return [{ kind: 'grain', grain: meaning.grain, words }]
    return meaning.kind === 'entity' && role === 'group' ? [{ kind: 'entity', entity: meaning.entity, words }] : []
  })

const BRING_IN = /^br(?:ings?|ought) in$/i

/** "brings in the most revenue per guest": the verb means net sales only if no other measure follows. */
const withoutVerb = (scanned: readonly PlacedReading[]): PlacedReading[] => {
  const isVerb = ({ words }: PlacedReading): boolean => BRING_IN.test(words)
  const hasOther = scanned.some((one) => one.meaning.kind === 'measure' && !isVerb(one))
  return scanned.filter((one) => !(hasOther && isVerb(one)))
}

/** "who sold the most": groups by team member. */
const impliedTeamMember = (placed: readonly PlacedReading[]): ParsedGroup[] => {
  const who = placed.find(({ meaning, words }) => meaning.kind === 'keyword' && words.toLowerCase() === 'who')
  const isOfSelling = hasKeyword(placed, 'sell') && placed.some(({ meaning }) => meaning.kind === 'rank')
  const hasRows = placed.some(({ meaning }) => ['dimension', 'grain', 'entity'].includes(meaning.kind))
  return who === undefined || !isOfSelling || hasRows ? [] : [{ kind: 'column', ids: ['teamMember'], words: who.words }]
}

/** "the Reserve club", "category Merchandise": a noun next to a value says which column is meant and is not a group. */
const narrowValues = (placed: readonly PlacedReading[]): PlacedReading[] => {
  const absorbed = new Set<number>()
  const idsAt = (at: number): readonly string[] => {
    const meaning = placed[at]?.meaning
    if (meaning?.kind === 'entity') return meaning.entity === 'release' ? ['releaseName'] : []
    return meaning?.kind === 'dimension' ? meaning.ids : []
  }
  const read = placed.map((one, at): PlacedReading => {
    const { meaning } = one
    if (meaning.kind !== 'value') return one
    for (const neighbor of [at + 1, at - 1]) {
      const limits = meaning.limits.filter(({ ids }) => ids.some((id) => idsAt(neighbor).includes(id)))
      if (limits.length === 0 || placed[neighbor - 1]?.meaning.kind === 'keyword') continue
      absorbed.add(neighbor)
      return { ...one, meaning: { kind: 'value', limits }, words: one.words }
    }
    return one
  })
  return read.filter((_, at) => !absorbed.has(at))
}

const readLimits = (parts: readonly Part[]): ParsedLimit[] =>
  parts.flatMap(({ one: { meaning, words } }): ParsedLimit[] => {
    if (meaning.kind === 'value') return [{ limits: meaning.limits, words }]
    return meaning.kind === 'limit' ? [{ limits: [meaning.limit], words }] : []
  })

/** Measures of a duration. */
const DURATION_MEASURES = ['daysWaiting', 'holdDays']

/** The measure of a condition: the noun directly after the amount, else the last measure before it. */
const measureNextTo = (parts: readonly Part[], at: number): readonly string[] | null => {
  const next = parts.find((part) => part.at > at && part.one.meaning.kind !== 'stopWord')
  if (next?.one.meaning.kind === 'measure') return next.one.meaning.ids
  if (next?.one.meaning.kind === 'entity' && next.role === 'unit') return entityOf(next.one.meaning.entity).count
  const last = parts.findLast(({ one: { meaning }, at: place }) => place < at && meaning.kind === 'measure')
  return last?.one.meaning.kind === 'measure' ? last.one.meaning.ids : null
}

const readConditions = (parts: readonly Part[]): ParsedCondition[] =>
  parts.flatMap(({ one: { meaning, words }, at }): ParsedCondition[] => {
    if (meaning.kind !== 'condition') return []
    const { comparison, value, isMoney, inDays } = meaning
    return [{ ids: inDays ? DURATION_MEASURES : measureNextTo(parts, at), comparison, value, isMoney, words }]
  })

const hasSameIds = (a: ParsedMeasure, b: ParsedMeasure): boolean => a.ids.join() === b.ids.join()

const withoutDuplicates = (measures: readonly ParsedMeasure[]): ParsedMeasure[] =>
  measures.filter((one, at) => measures.findIndex((other) => hasSameIds(one, other)) === at)

/** "top states by orders": the measure after "by" is ranked by and comes first. */
const rankedFirst = (placed: readonly PlacedReading[], measures: readonly ParsedMeasure[]): ParsedMeasure[] => {
  const by = placed.findLastIndex(({ meaning }) => meaning.kind === 'keyword' && meaning.keyword === 'by')
  const next = by < 0 ? undefined : placed.slice(by + 1).find(({ meaning }) => meaning.kind !== 'stopWord')
  const first = measures.find(({ words }) => words === next?.words)
  return first === undefined ? [...measures] : [first, ...measures.filter((one) => one !== first)]
}

/** Customers who bought before the range started, and not since. */
const lapsedLimit = (from: string): Limit => ({ ids: ['lastOrderDate'], comparison: 'LessThan', value: from })

type ParsedBase = Omit<ParsedQuestion, 'measures' | 'groups' | 'list'>

/** "customers who haven't ordered since March": those whose last order was before the range. */
const parseLapsed = (
  base: ParsedBase,
  { words }: PlacedReading,
  parts: readonly Part[],
  groups: readonly ParsedGroup[],
): ParsedQuestion => {
  const { days, compare } = base
  const isOfCustomers = parts.some(({ one }) => one.meaning.kind === 'entity' && one.meaning.entity === 'customer')
  const nothing = { measures: [], groups: [], list: null }
  if (!isOfCustomers || days === null || days.part === 'before' || compare !== null || groups.length > 0)
    return { ...base, ...nothing, unmatched: [...base.unmatched, words] }
  const limit = { limits: [lapsedLimit(days.days.from)], words: `${words} ${days.words}` }
  return { ...base, ...nothing, limits: [...base.limits, limit], days: null, list: { entity: 'customer', words } }
}

interface SubjectInput {
  readonly entity: EntityName
  /** the words that name it */
  readonly words: string
  readonly measures: readonly ParsedMeasure[]
  readonly groups: readonly ParsedGroup[]
  /** the question asks to list or show */
  readonly isAsked: boolean
  readonly isCount: boolean
}

/** A question about an entity: it is grouped by, listed or counted. */
const parseSubject = (
  base: ParsedBase,
  { entity, words, measures, groups, isAsked, isCount }: SubjectInput,
): ParsedQuestion => {
  const { conditions, rank } = base
  const { group, count, list } = entityOf(entity)
  if (group !== undefined && (measures.length > 0 || rank !== null)) {
    const ownCount = countMeasure(entity, words)
    const hasCount = measures.length === 1 && hasSameIds(measures[0] ?? ownCount, ownCount)
    return { ...base, measures, groups: hasCount ? groups : [{ kind: 'entity', entity, words }, ...groups], list: null }
  }
  const isLimited = conditions.length > 0 || rank !== null
  const isListed = list !== null && (isAsked || isLimited) && !isCount && (measures.length === 0 || isLimited)
  if (!isListed)
    return { ...base, measures: withoutDuplicates([{ ids: count, entity, words }, ...measures]), groups, list: null }
  if (group !== undefined && conditions.length > 0)
    return { ...base, measures: [salesMeasure(words)], groups: [{ kind: 'entity', entity, words }], list: null }
  const otherCounts = measures.filter((one) => one.entity !== null && one.entity !== 'order').map((one) => one.words)
  return { ...base, measures, groups: [], list: { entity, words }, unmatched: [...base.unmatched, ...otherCounts] }
}

const findKeyword = (placed: readonly PlacedReading[], keyword: Keyword): PlacedReading | undefined =>
  placed.find(({ meaning }) => meaning.kind === 'keyword' && meaning.keyword === keyword)

/** Builds a parsed question from readings. Words that fit nowhere are `unmatched`, and the question is then not understood. */
export const parseQuestion = (scanned: readonly PlacedReading[], calendar: RangeCalendar): ParsedQuestion => {
  const placed = narrowValues(withoutVerb(scanned))
  const parts = toParts(placed)
  const { days, compare, unmatched } = parseDays(placed, calendar)
  const ranks = placed.flatMap(({ meaning, words }) => (meaning.kind === 'rank' ? [{ ...meaning, words }] : []))
  const [rank = null, ...moreRanks] = ranks
  const groups = [...readGroups(parts), ...impliedTeamMember(placed)]
  const base = {
    limits: readLimits(parts),
    conditions: readConditions(parts),
    rank,
    days,
    compare,
    unmatched: [...unmatched, ...moreRanks.map(({ words }) => words), ...findAmbiguities(parts)],
  }
  const lapsed = findKeyword(placed, 'notOrdered')
  if (lapsed !== undefined) return parseLapsed(base, lapsed, parts, groups)

  const subject = parts.find(({ one, role }) => one.meaning.kind === 'entity' && role === 'subject')?.one
  const entity = subject?.meaning.kind === 'entity' ? subject.meaning.entity : null
  const sold = findKeyword(placed, 'sell')
  const howMuch = findKeyword(placed, 'howMuch')
  const howDid = findKeyword(placed, 'howDid') ?? howMuch
  const isCount = hasKeyword(placed, 'count')
  // "how many products are sold" asks for units, not for the number of distinct products
  const stated = withoutDuplicates(readMeasures(parts)).filter(
    (one) => !(sold !== undefined && isCount && one.entity === 'product'),
  )
  const implied = impliedMeasures({ stated, sold, howDid, rank, isCount, groups, hasSubject: entity !== null })
  const measures = rankedFirst(placed, [...stated, ...implied])
  // "how much" asks for money or units, never for a count
  if (howMuch !== undefined && (subject !== undefined || stated.some((one) => one.entity !== null)))
    return { ...base, measures, groups, list: null, unmatched: [howMuch.words] }
  if (subject === undefined || entity === null) return { ...base, measures, groups, list: null }
  const isAsked = hasKeyword(placed, 'list') || hasKeyword(placed, 'which') || isAskedFor(parts)
  return parseSubject(base, { entity, words: subject.words, measures, groups, isAsked, isCount })
}

/** "What orders are waiting": the noun directly after "what" is listed. */
const isAskedFor = (parts: readonly Part[]): boolean =>
  parts.some(({ one: { meaning }, at }) => {
    const next = parts.find((part) => part.at === at + 1)
    return meaning.kind === 'keyword' && meaning.keyword === 'what' && next?.one.meaning.kind === 'entity'
  })

interface ImpliedMeasuresInput {
  readonly stated: readonly ParsedMeasure[]
  readonly sold: PlacedReading | undefined
  readonly howDid: PlacedReading | undefined
  readonly rank: ParsedQuestion['rank']
  readonly isCount: boolean
  readonly groups: readonly ParsedGroup[]
  readonly hasSubject: boolean
}

/** Implied measures: selling means net sales, "how many … sold" means units, and a rank defaults to net sales. */
const impliedMeasures = ({
  stated,
  sold,
  howDid,
  rank,
  isCount,
  groups,
  hasSubject,
}: ImpliedMeasuresInput): ParsedMeasure[] => {
  if (sold !== undefined && isCount && stated.length === 0) return [unitsMeasure(sold.words)]
  if (stated.length > 0) return []
  if (sold !== undefined) return [salesMeasure(sold.words)]
  if (howDid !== undefined && !hasSubject) return [salesMeasure(howDid.words)]
  const reasons = groups.find((group) => group.kind === 'column' && group.ids.join() === 'cancellationReason')
  if (reasons !== undefined) return [countMeasure('cancellation', reasons.words)]
  return rank !== null && groups.length > 0 ? [salesMeasure(rank.words)] : []
}

/** Measures of the current state. */
const CURRENT_STATE_MEASURES = phraseList('activeMembers, onHold, onHand, reserved, allocated, available, weeksOnHand')
const CURRENT_STATE_LISTS = ['member', 'onHoldMember']

const isLimitToNow = ({ limits, words }: ParsedLimit): boolean =>
  limits.every(({ ids }) => ids.includes('isCurrent')) && /\b(?:now|current|currently|moment)\b/i.test(words)

/** "members on hold right now": a current-state measure needs no limit to the present. */
export const dropLimitToNow = (parsed: ParsedQuestion): ParsedQuestion => {
  const { measures, list, days } = parsed
  const isCurrentState =
    measures.length > 0 && measures.every(({ ids }) => ids.some((id) => CURRENT_STATE_MEASURES.includes(id)))
  const isAlreadyCurrent = days === null && (list === null ? isCurrentState : CURRENT_STATE_LISTS.includes(list.entity))
  return isAlreadyCurrent ? { ...parsed, limits: parsed.limits.filter((limit) => !isLimitToNow(limit)) } : parsed
}
