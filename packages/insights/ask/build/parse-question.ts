import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Limit, PlacedReading } from '../read/meaning.ts'
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

/** Builds a parsed question from readings. Words that fit nowhere are `unmatched`, and the question is then not understood. */
export const parseQuestion = (scanned: readonly PlacedReading[], calendar: RangeCalendar): ParsedQuestion => {
  const placed = narrowValues(withoutVerb(scanned))
  const parts = toParts(placed)
  const { days, compare, unmatched } = parseDays(placed, calendar)
  const ranks = placed.flatMap(({ meaning, words }) => (meaning.kind === 'rank' ? [{ ...meaning, words }] : []))
  const [rank = null, ...moreRanks] = ranks
  const subject = parts.find(({ one, role }) => one.meaning.kind === 'entity' && role === 'subject')
  const subjectName = subject?.one.meaning.kind === 'entity' ? subject.one.meaning.entity : null
  const groups = [...readGroups(parts), ...impliedTeamMember(placed)]
  const counted = withoutDuplicates(readMeasures(parts))
  const conditions = readConditions(parts)
  const base = {
    limits: readLimits(parts),
    conditions,
    rank,
    days,
    compare,
    unmatched: [...unmatched, ...moreRanks.map(({ words }) => words), ...findAmbiguities(parts)],
  }
  const sold = placed.find(({ meaning }) => meaning.kind === 'keyword' && meaning.keyword === 'sell')
  const howDid = placed.find(({ meaning }) => meaning.kind === 'keyword' && meaning.keyword === 'howDid')
  const isCount = hasKeyword(placed, 'count')
  // "how many products are sold" asks for units, not for the number of distinct products
  const stated = counted.filter(({ entity }) => !(sold !== undefined && isCount && entity === 'product'))
  const howMuch = placed.find(({ meaning }) => meaning.kind === 'keyword' && meaning.keyword === 'howMuch')
  const asked = hasKeyword(placed, 'list') || hasKeyword(placed, 'which') || isAskedFor(parts)

  const lapsed = placed.find(({ meaning }) => meaning.kind === 'keyword' && meaning.keyword === 'notOrdered')
  if (lapsed !== undefined) {
    const isPlain =
      subjectName === 'customer' ||
      parts.some(({ one }) => one.meaning.kind === 'entity' && one.meaning.entity === 'customer')
    if (!isPlain || days === null || days.part === 'before' || compare !== null || groups.length > 0)
      return { ...base, measures: [], groups: [], list: null, unmatched: [...base.unmatched, lapsed.words] }
    const limit = { limits: [lapsedLimit(days.days.from)], words: `${lapsed.words} ${days.words}` }
    return {
      ...base,
      limits: [...base.limits, limit],
      days: null,
      measures: [],
      groups: [],
      list: { entity: 'customer', words: lapsed.words },
    }
  }

  const implied = impliedMeasures({
    stated,
    sold,
    howDid: howDid ?? howMuch,
    rank,
    isCount,
    groups,
    hasSubject: subjectName !== null,
  })
  const measures = rankedFirst(placed, [...stated, ...implied])
  // "how much" asks for money or units, never for a count
  if (howMuch !== undefined && (subject !== undefined || stated.some(({ entity }) => entity !== null)))
    return { ...base, measures, groups, list: null, unmatched: [howMuch.words] }
  if (subjectName === null || subject === undefined) return { ...base, measures, groups, list: null }

  const { words } = subject.one
  const { group, count, list } = entityOf(subjectName)
  const isMeasured = measures.length > 0 || (rank !== null && group !== null)
  if (isMeasured && group !== null) {
    const hasCount =
      measures.length === 1 &&
      hasSameIds(measures[0] ?? countMeasure(subjectName, words), countMeasure(subjectName, words))
    return {
      ...base,
      measures,
      groups: hasCount ? groups : [{ kind: 'entity', entity: subjectName, words }, ...groups],
      list: null,
    }
  }
  const isListed = list !== null && (asked || conditions.length > 0 || rank !== null) && !isCount
  const isListedByMeasure = isListed && (measures.length === 0 || conditions.length > 0 || rank !== null)
  if (isListedByMeasure) {
    const isOwnCondition = group !== null && conditions.length > 0
    if (isOwnCondition)
      return {
        ...base,
        measures: [salesMeasure(words)],
        groups: [{ kind: 'entity', entity: subjectName, words }],
        list: null,
      }
    const otherCounts = measures.filter(({ entity }) => entity !== null && entity !== 'order').map((one) => one.words)
    return {
      ...base,
      measures,
      groups: [],
      list: { entity: subjectName, words },
      unmatched: [...base.unmatched, ...otherCounts],
    }
  }
  return {
    ...base,
    measures: withoutDuplicates([{ ids: count, entity: subjectName, words }, ...measures]),
    groups,
    list: null,
  }
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
const CURRENT_STATE_MEASURES = [
  'activeMembers',
  'onHold',
  'onHand',
  'reserved',
  'allocated',
  'available',
  'weeksOnHand',
]
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
