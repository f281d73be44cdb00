import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Limit, Placed } from '../read/meaning.ts'
import type { EntityName } from '../words/entities.ts'
import { doubtsOf } from './doubts.ts'
import { type Part, partsOf } from './parts.ts'
import { entityOf, hasMark } from './roles.ts'
import type { Want, WantedCondition, WantedGroup, WantedLimit, WantedMeasure } from './want.ts'
import { wantDays } from './want-days.ts'

const countOf = (entity: EntityName, words: string): WantedMeasure => ({ ids: entityOf(entity).count, entity, words })

const SALES = (words: string): WantedMeasure => ({ ids: ['netSales'], entity: null, words })
const UNITS = (words: string): WantedMeasure => ({ ids: ['unitsSold'], entity: null, words })

const measuresSaid = (parts: readonly Part[]): WantedMeasure[] =>
  parts.flatMap(({ one: { meaning, words }, role }): WantedMeasure[] => {
    if (meaning.kind === 'measure') return [{ ids: meaning.ids, entity: null, words }]
    return meaning.kind === 'entity' && (role === 'count' || role === 'unit') ? [countOf(meaning.entity, words)] : []
  })

const groupsSaid = (parts: readonly Part[]): WantedGroup[] =>
  parts.flatMap(({ one: { meaning, words }, role }): WantedGroup[] => {
    if (meaning.kind === 'dimension') return [{ kind: 'column', ids: meaning.ids, words }]
    if (meaning.kind === 'grain') return [{ kind: 'grain', grain: meaning.grain, words }]
    return meaning.kind === 'entity' && role === 'group' ? [{ kind: 'entity', entity: meaning.entity, words }] : []
  })

const BRINGS = /^br(?:ings?|ought) in$/i

/** "brings in the most revenue per guest": the verb is net sales only where nothing else is brought in. */
const withoutVerb = (scanned: readonly Placed[]): Placed[] => {
  const isVerb = ({ words }: Placed): boolean => BRINGS.test(words)
  const hasOther = scanned.some((one) => one.meaning.kind === 'measure' && !isVerb(one))
  return scanned.filter((one) => !(hasOther && isVerb(one)))
}

/** "who sold the most": the people who sell. */
const sellers = (placed: readonly Placed[]): WantedGroup[] => {
  const who = placed.find(({ meaning, words }) => meaning.kind === 'mark' && words.toLowerCase() === 'who')
  const isOfSelling = hasMark(placed, 'sell') && placed.some(({ meaning }) => meaning.kind === 'rank')
  const hasRows = placed.some(({ meaning }) => ['dimension', 'grain', 'entity'].includes(meaning.kind))
  return who === undefined || !isOfSelling || hasRows ? [] : [{ kind: 'column', ids: ['teamMember'], words: who.words }]
}

/** "the Reserve club", "category Merchandise": the noun beside a value says which column is meant, and is no group. */
const narrowed = (placed: readonly Placed[]): Placed[] => {
  const taken = new Set<number>()
  const idsAt = (at: number): readonly string[] => {
    const meaning = placed[at]?.meaning
    if (meaning?.kind === 'entity') return meaning.entity === 'release' ? ['releaseName'] : []
    return meaning?.kind === 'dimension' ? meaning.ids : []
  }
  const read = placed.map((one, at): Placed => {
    const { meaning } = one
    if (meaning.kind !== 'value') return one
    for (const beside of [at + 1, at - 1]) {
      const limits = meaning.limits.filter(({ ids }) => ids.some((id) => idsAt(beside).includes(id)))
      if (limits.length === 0 || placed[beside - 1]?.meaning.kind === 'mark') continue
      taken.add(beside)
      return { ...one, meaning: { kind: 'value', limits }, words: one.words }
    }
    return one
  })
  return read.filter((_, at) => !taken.has(at))
}

const limitsSaid = (parts: readonly Part[]): WantedLimit[] =>
  parts.flatMap(({ one: { meaning, words } }): WantedLimit[] => {
    if (meaning.kind === 'value') return [{ limits: meaning.limits, words }]
    return meaning.kind === 'limit' ? [{ limits: [meaning.limit], words }] : []
  })

/** Measures of how long something takes. */
const DAYS_LONG = ['daysWaiting', 'holdDays']

/** The measure that a condition is about: the noun right behind the amount, else the measure said last before it. */
const measureBeside = (parts: readonly Part[], at: number): readonly string[] | null => {
  const next = parts.find((part) => part.at > at && part.one.meaning.kind !== 'filler')
  if (next?.one.meaning.kind === 'measure') return next.one.meaning.ids
  if (next?.one.meaning.kind === 'entity' && next.role === 'unit') return entityOf(next.one.meaning.entity).count
  const last = parts.findLast(({ one: { meaning }, at: place }) => place < at && meaning.kind === 'measure')
  return last?.one.meaning.kind === 'measure' ? last.one.meaning.ids : null
}

const conditionsSaid = (parts: readonly Part[]): WantedCondition[] =>
  parts.flatMap(({ one: { meaning, words }, at }): WantedCondition[] => {
    if (meaning.kind !== 'condition') return []
    const { comparison, value, isMoney, inDays } = meaning
    return [{ ids: inDays ? DAYS_LONG : measureBeside(parts, at), comparison, value, isMoney, words }]
  })

const sameIds = (a: WantedMeasure, b: WantedMeasure): boolean => a.ids.join() === b.ids.join()

const withoutTwins = (measures: readonly WantedMeasure[]): WantedMeasure[] =>
  measures.filter((one, at) => measures.findIndex((other) => sameIds(one, other)) === at)

/** "top states by orders": what stands behind "by" is what is ranked by, and comes first. */
const rankedFirst = (placed: readonly Placed[], measures: readonly WantedMeasure[]): WantedMeasure[] => {
  const by = placed.findLastIndex(({ meaning }) => meaning.kind === 'mark' && meaning.mark === 'by')
  const next = by < 0 ? undefined : placed.slice(by + 1).find(({ meaning }) => meaning.kind !== 'filler')
  const first = measures.find(({ words }) => words === next?.words)
  return first === undefined ? [...measures] : [first, ...measures.filter((one) => one !== first)]
}

/** Customers who have bought before, and not since the days began. */
const lapsedLimit = (from: string): Limit => ({ ids: ['lastOrderDate'], comparison: 'LessThan', value: from })

/** Puts what words say in order. Whatever cannot be placed is `left`, and the question is then not understood. */
export const wantOf = (scanned: readonly Placed[], calendar: RangeCalendar): Want => {
  const placed = narrowed(withoutVerb(scanned))
  const parts = partsOf(placed)
  const { days, compare, left } = wantDays(placed, calendar)
  const ranks = placed.flatMap(({ meaning, words }) => (meaning.kind === 'rank' ? [{ ...meaning, words }] : []))
  const [rank = null, ...moreRanks] = ranks
  const subject = parts.find(({ one, role }) => one.meaning.kind === 'entity' && role === 'subject')
  const subjectName = subject?.one.meaning.kind === 'entity' ? subject.one.meaning.entity : null
  const groups = [...groupsSaid(parts), ...sellers(placed)]
  const counted = withoutTwins(measuresSaid(parts))
  const conditions = conditionsSaid(parts)
  const base = {
    limits: limitsSaid(parts),
    conditions,
    rank,
    days,
    compare,
    left: [...left, ...moreRanks.map(({ words }) => words), ...doubtsOf(parts)],
  }
  const sold = placed.find(({ meaning }) => meaning.kind === 'mark' && meaning.mark === 'sell')
  const howDid = placed.find(({ meaning }) => meaning.kind === 'mark' && meaning.mark === 'howDid')
  const isCount = hasMark(placed, 'count')
  // how many products are sold is asked of bottles, and not of kinds of bottles
  const said = counted.filter(({ entity }) => !(sold !== undefined && isCount && entity === 'product'))
  const howMuch = placed.find(({ meaning }) => meaning.kind === 'mark' && meaning.mark === 'howMuch')
  const asked = hasMark(placed, 'list') || hasMark(placed, 'which') || isAskedFor(parts)

  const lapsed = placed.find(({ meaning }) => meaning.kind === 'mark' && meaning.mark === 'notOrdered')
  if (lapsed !== undefined) {
    const isPlain =
      subjectName === 'customer' ||
      parts.some(({ one }) => one.meaning.kind === 'entity' && one.meaning.entity === 'customer')
    if (!isPlain || days === null || days.part === 'before' || compare !== null || groups.length > 0)
      return { ...base, measures: [], groups: [], list: null, left: [...base.left, lapsed.words] }
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
    said,
    sold,
    howDid: howDid ?? howMuch,
    rank,
    isCount,
    groups,
    hasSubject: subjectName !== null,
  })
  const measures = rankedFirst(placed, [...said, ...implied])
  // how much is asked of money or bottles: a number of refunds would be another answer
  if (howMuch !== undefined && (subject !== undefined || said.some(({ entity }) => entity !== null)))
    return { ...base, measures, groups, list: null, left: [howMuch.words] }
  if (subjectName === null || subject === undefined) return { ...base, measures, groups, list: null }

  const { words } = subject.one
  const { group, count, list } = entityOf(subjectName)
  const isMeasured = measures.length > 0 || (rank !== null && group !== null)
  if (isMeasured && group !== null) {
    const hasCount =
      measures.length === 1 && sameIds(measures[0] ?? countOf(subjectName, words), countOf(subjectName, words))
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
      return { ...base, measures: [SALES(words)], groups: [{ kind: 'entity', entity: subjectName, words }], list: null }
    const otherCounts = measures.filter(({ entity }) => entity !== null && entity !== 'order').map((one) => one.words)
    return { ...base, measures, groups: [], list: { entity: subjectName, words }, left: [...base.left, ...otherCounts] }
  }
  return {
    ...base,
    measures: withoutTwins([{ ids: count, entity: subjectName, words }, ...measures]),
    groups,
    list: null,
  }
}

/** "What orders are waiting": the noun right behind "what" is what is asked for. */
const isAskedFor = (parts: readonly Part[]): boolean =>
  parts.some(({ one: { meaning }, at }) => {
    const next = parts.find((part) => part.at === at + 1)
    return meaning.kind === 'mark' && meaning.mark === 'what' && next?.one.meaning.kind === 'entity'
  })

interface Situation {
  readonly said: readonly WantedMeasure[]
  readonly sold: Placed | undefined
  readonly howDid: Placed | undefined
  readonly rank: Want['rank']
  readonly isCount: boolean
  readonly groups: readonly WantedGroup[]
  readonly hasSubject: boolean
}

/** Measures that a question leaves out: selling is net sales, and how many are sold are units; what ranks ranks by net sales. */
const impliedMeasures = ({ said, sold, howDid, rank, isCount, groups, hasSubject }: Situation): WantedMeasure[] => {
  if (sold !== undefined && isCount && said.length === 0) return [UNITS(sold.words)]
  if (said.length > 0) return []
  if (sold !== undefined) return [SALES(sold.words)]
  if (howDid !== undefined && !hasSubject) return [SALES(howDid.words)]
  const reasons = groups.find((group) => group.kind === 'column' && group.ids.join() === 'cancellationReason')
  if (reasons !== undefined) return [countOf('cancellation', reasons.words)]
  return rank !== null && groups.length > 0 ? [SALES(rank.words)] : []
}
