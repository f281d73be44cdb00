import { lookupTable } from '#domain/lookup-table.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { upperFirst } from '#domain/text.ts'
import { NOUNS } from '../language/nouns.ts'
import type { TaggedWords } from '../tag/tag.ts'
import type { TaggedQuestion } from '../tag/tag-question.ts'
import { resolveAmounts } from './amounts.ts'
import { fuse } from './fuse.ts'
import { impliedSlots } from './implied.ts'
import { leftOpen } from './left-open.ts'
import { negate } from './negate.ts'
import { applyRule } from './part-rule.ts'
import { PART_RULES } from './part-rules.ts'
import { areCompared, readAlternatives, readFilters } from './read-filters.ts'
import { readLapsed } from './read-lapsed.ts'
import { readLimits } from './read-limits.ts'
import { readMeasures } from './read-measures.ts'
import { comparedDays, readRange } from './read-range.ts'
import { readShare } from './read-share.ts'
import { isAmount, nounRole } from './roles.ts'
import { opposeSides } from './sides.ts'
import {
  filterSlot,
  type GroupSlot,
  is,
  isKey,
  isOfLastYear,
  type MeasureSlot,
  type Mention,
  type Part,
  type Slots,
  toPart,
} from './slots.ts'
import {
  bookedAhead,
  guestsAhead,
  listAhead,
  offerBest,
  offerCanceled,
  offerFigures,
  offerPeriods,
  overTime,
  salesOfPlan,
  stillMembers,
  upToToday,
  yearOfAttrition,
} from './vague.ts'

const readGroups = (parts: readonly Part[]): { readonly groups: GroupSlot[]; readonly cost: number } => {
  let cost = 0
  const groups = parts.flatMap((part, at): GroupSlot[] => {
    const { tag, words } = part
    const before = parts[at - 1]
    if (tag.kind === 'dimension') {
      const isIntroduced =
        isKey(before, 'by', 'per', 'which', 'what', 'who', 'and', 'count') ||
        (isKey(before, 'list') && parts[at + 1]?.tag.kind !== 'noun') ||
        before?.tag.kind === 'rank' ||
        before?.tag.kind === 'dimension' ||
        before?.tag.kind === 'grain'
      if (!isIntroduced) cost += 0.6
      return [{ kind: 'column', ids: tag.ids, words }]
    }
    if (tag.kind === 'grain') return [{ kind: 'grain', grain: tag.grain, words }]
    return tag.kind === 'noun' && nounRole(parts, at) === 'group' ? [{ kind: 'noun', noun: tag.noun, words }] : []
  })
  return { groups: withoutRepeats(groups), cost }
}

const groupKey = (group: GroupSlot): string =>
  group.kind === 'column' ? group.ids.join() : group.kind === 'grain' ? group.grain : group.noun

const withoutRepeats = (groups: readonly GroupSlot[]): GroupSlot[] =>
  groups.filter((one, at) => groups.findIndex((other) => groupKey(other) === groupKey(one)) === at)

/** "the sales", where "sales" after "by" or a rank would be a group: "by club" is not the club channel. */
const contextCost = (parts: readonly Part[], areValuesCompared: boolean): number =>
  parts.reduce((sum, { tag }, at) => {
    const before = parts[at - 1]
    const next = parts[at + 1]
    const isGrouping = isKey(before, 'by') || (isKey(before, 'per') && tag.kind !== 'measure')
    const isValue = tag.kind === 'filter' || tag.kind === 'value'
    if (isValue && (isGrouping || isKey(before, 'which')) && !isAmount(next) && !areValuesCompared) return sum + 3
    if (isValue && isKey(before, 'which')) return sum + 1
    if (areValuesCompared && isValue && isOfOtherColumn(parts, at)) return sum + 1.5
    // "weekends or weekdays": a value, and no rows by day
    const isAlternative = isKey(before, 'or') && ['filter', 'value'].includes(parts[at - 2]?.tag.kind ?? '')
    if (isAlternative && (tag.kind === 'grain' || tag.kind === 'dimension')) return sum + 1.5
    // "Monday sales over time": not of one Monday
    if (tag.kind === 'days' && isOneDay(tag) && parts.some(isLongGrain)) return sum + 2
    // "the biggest order" is none that was bought
    if (tag.kind === 'verb' && before?.tag.kind === 'rank') return sum + 1
    // "declined orders", but "increase in orders"
    const isParticiple = /(ed|ing)$|^(fall|drop)$/i.test(parts[at]?.words ?? '')
    const isChange = tag.kind === 'key' && tag.key === 'change' && isParticiple
    const isAdjective = isChange && isAmount(next) && next?.isApart === false
    if (isAdjective) return sum + 2
    if (tag.kind === 'key' && tag.key === 'per' && !isDivisible(parts, at)) return sum + 4
    // "orders a day", but not "had a tip"
    const isUnit = next?.tag.kind !== 'measure' || next.tag.ids.some((id) => id === 'unitsSold' || id === 'guests')
    const isArticle = isKey(parts[at], 'per') && /^an?$/i.test(parts[at]?.words ?? '')
    if (isArticle && !(isAmount(before) && isUnit)) return sum + 4
    return sum
  }, 0)

const isOneDay = ({ days, part }: Extract<Part['tag'], { kind: 'days' }>): boolean =>
  part === 'in' && addDays(days.from, 1) === days.until

const isLongGrain = ({ tag }: Part): boolean =>
  tag.kind === 'grain' && ['Week', 'Month', 'Quarter', 'Year'].includes(tag.grain)

const columnsNamed = ({ tag }: Part): readonly string[] => {
  if (tag.kind === 'value') return tag.choices.map(({ columnId }) => columnId)
  return tag.kind === 'filter' ? tag.filters.flatMap(({ ids }) => ids) : []
}

const isLinking = (part: Part | undefined): boolean =>
  part?.tag.kind === 'compare' ||
  part?.tag.kind === 'verb' ||
  isKey(part, 'or', 'and', 'versus', 'comparative', 'change')

/** "reds vs whites": what is compared is of one column. */
const isOfOtherColumn = (parts: readonly Part[], at: number): boolean => {
  const own = parts[at]
  const before = parts.slice(0, at).findLast((part) => !isLinking(part))
  const others = before === undefined ? [] : columnsNamed(before)
  return own !== undefined && others.length > 0 && !columnsNamed(own).some((id) => others.includes(id))
}

/** "per" stands between an amount and what divides or groups it. */
const isDivisible = (parts: readonly Part[], at: number): boolean => {
  const next = parts[at + 1]?.tag.kind
  const isFollowed = next === 'noun' || next === 'measure' || next === 'dimension' || next === 'grain'
  return isFollowed && parts.slice(0, at).some((part) => isAmount(part) || part.tag.kind === 'verb')
}

const rankOf = (parts: readonly Part[]): { readonly rank: Slots['rank']; readonly unmatched: string[] } => {
  const ranks = parts.flatMap(({ tag, words }) => (tag.kind === 'rank' ? [{ ...tag, words }] : []))
  const [first = null] = ranks
  const others = ranks.filter(({ direction }) => direction !== first?.direction)
  const count = ranks.find((one) => one.count !== null)?.count ?? null
  return {
    rank: first && { count, direction: first.direction, isOfDate: first.of === 'date', words: first.words },
    unmatched: others.map(({ words }) => words),
  }
}

const FALLS =
  /\b(?:down|decreas\w*|declin\w*|drop\w*|fall\w*|fell|slump\w*|dip\w*|shr[ai]nk\w*|tank\w*|slow\w*|worse|behind|lost)\b/i
const RISES = /\b(?:gr[eo]w\w*|growth|up|increas\w*|gain\w*|ris\w*|rose|improv\w*|jump\w*|spik\w*|better|ahead)\b/i

/** "Which state grew the most", "the biggest drop by club", "which varietals are declining", "why did sales drop": ranked by the change. */
const rankOfChange = (parts: readonly Part[], rank: Slots['rank']): Slots['rank'] => {
  const change = parts.find((part) => isKey(part, 'change'))
  const isAsked = rank !== null || parts.some((part) => isKey(part, 'which', 'why'))
  if (change === undefined || !isAsked || rank?.isOfDate === true) return rank
  const falls = FALLS.test(change.words)
  if (falls === RISES.test(change.words)) return rank
  const isLeast = rank?.direction === 'asc'
  return {
    count: rank?.count ?? null,
    direction: falls === isLeast ? 'desc' : 'asc',
    isOfDate: false,
    isOfChange: true,
    words: rank?.words ?? change.words,
  }
}

/** "how many clubs": a number of groups is no measure. */
const countedGroups = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ tag, words }, at) =>
    (tag.kind === 'dimension' || tag.kind === 'grain') && isKey(parts[at - 1], 'count') ? [words] : [],
  )

const isRow = (part: Part | undefined): boolean =>
  part !== undefined && !['days', 'compare', 'limit', 'key', 'verb', 'span'].includes(part.tag.kind)

const isNamedRow = ({ tag }: Part): boolean => tag.kind === 'grain' || tag.kind === 'dimension'

/** "For each of my …" without what, and "more" without what it is compared with. */
const unplacedKeys = (parts: readonly Part[], comparesValues: boolean): string[] =>
  parts.flatMap((part, at) => {
    // "2021 vs 2022, how much did each sell": each of what was named
    const isBack = /^each$/i.test(part.words) && (comparesValues || parts.slice(0, at).some(isNamedRow))
    const isOpenGroup = isKey(part, 'by') && !isRow(parts[at + 1]) && !isBack
    const isOpenComparative =
      isKey(part, 'comparative') &&
      !comparesValues &&
      !parts.some((one) => one.tag.kind === 'compare' || isKey(one, 'why'))
    // what is said of histories only
    const isOfHistory = isKey(part, 'first', 'final', 'since', 'later', 'both')
    // "who joined and who signed them up" are two questions
    const isSecond = isKey(part, 'who') && parts.slice(0, at).some((one) => isKey(one, 'who'))
    return isOpenGroup || isOpenComparative || isOfHistory || isSecond ? [part.words] : []
  })

const UNUSED: Readonly<Record<string, readonly string[]>> = lookupTable({
  visit: ['guests', 'tasters', 'reservationCount', 'bottlePurchases'],
  book: ['reservationCount', 'guests', 'bookedGuests'],
  discount: ['discount', 'lineDiscount'],
  tip: ['tip', 'tipRate', 'tipsPerOrder'],
})

/** "discounted bottles": such a verb limits what it stands next to, unless it names the measure itself. */
const unusedVerbs = (parts: readonly Part[], measures: readonly MeasureSlot[]): string[] =>
  parts.flatMap(({ tag, words }) => {
    const own = tag.kind === 'verb' ? UNUSED[tag.verb] : undefined
    const hasNoun = parts.some((part) => part.tag.kind === 'noun' && part.tag.noun !== 'guest')
    const counted = parts.flatMap((part) => (part.tag.kind === 'noun' ? NOUNS[part.tag.noun].count : []))
    const isUsed =
      (measures.length === 0 && !hasNoun) ||
      [...counted, ...measures.flatMap(({ ids }) => ids)].some((id) => own?.includes(id))
    return own === undefined || isUsed ? [] : [words]
  })

/** States that a question may be about now; anything else needs dates. */
const CURRENT = ['activeMembers', 'onHold', 'onHand', 'reserved', 'allocated', 'available', 'weeksOnHand']

const placeNow = (parts: readonly Part[], slots: Slots): Slots => {
  const now = parts.find((part) => isKey(part, 'now'))
  if (now === undefined) return slots
  const ids = [...slots.measures, ...slots.limits].flatMap((one) => one.ids ?? [])
  const isState = ids.some((id) => CURRENT.includes(id)) || ['member', 'onHoldMember'].includes(slots.list?.noun ?? '')
  if (isState) return slots
  const isHold = ids.includes('holdCount') || slots.list?.noun === 'hold'
  const isWaiting = slots.filters.some(({ filters }) => filters.some((one) => one.ids.includes('isAwaiting')))
  if (isWaiting) return slots
  if (!isHold) return { ...slots, unmatched: [...slots.unmatched, now.words] }
  const current = filterSlot(now.words, { ids: ['isCurrent'], comparison: 'IsTrue', value: null })
  return { ...slots, filters: [...slots.filters, current] }
}

const mentionOf = (part: Part | undefined): Mention | null => (part === undefined ? null : { words: part.words })

/** "How many bottles do we have" without "have" would be those sold, and "people came" without "came" those who bought. */
const dropsVerb = (tagged: TaggedQuestion['parts'], parts: readonly Part[]): number => {
  const isDropped = tagged.some(({ tag, words }) => tag.kind === 'stop' && /^have$/i.test(words))
  const isVisit = tagged.some(({ tag, words }) => tag.kind === 'stop' && /^(come|came|coming|comes)$/i.test(words))
  const isOfPeople = tagged.some(({ tag }) => tag.kind === 'noun' && tag.noun === 'person')
  if (isVisit && isOfPeople) return 0.6
  const isOfUnits = parts.some(({ tag }) => tag.kind === 'measure' && tag.ids.includes('unitsSold'))
  const isSaid = parts.some(({ tag }) => (tag.kind === 'verb' && tag.verb !== 'earn') || tag.kind === 'days')
  // "skipped, declined and charged"
  const isCharged = tagged.some(({ tag, words }) => tag.kind === 'stop' && /^charged$/i.test(words))
  const isOfOutcomes = parts.some((part) => is(part, 'measure:skipped', 'measure:declined', ...OUTCOMES))
  // "in fall" is a time
  const isSeason = tagged.some(
    ({ tag, words }, at) =>
      tag.kind === 'key' &&
      tag.key === 'change' &&
      /^fall$/i.test(words) &&
      /^(?:in|for|during)$/i.test(tagged[at - 1]?.words ?? ''),
  )
  return (isDropped && isOfUnits && !isSaid ? 0.6 : 0) + (isCharged && isOfOutcomes ? 1 : 0) + (isSeason ? 2 : 0)
}

const OUTCOMES = ['noun:skippedMember', 'noun:declinedMember'] as const

/** "orders that haven't shipped": what waits is looked up, and not only counted. */
const listWaiting = (slots: Slots): Slots => {
  const [only, ...more] = slots.measures
  const isWaiting = slots.filters.some(({ filters }) => filters.some(({ ids }) => ids[0] === 'isAwaiting'))
  if (!isWaiting || only?.noun !== 'order' || more.length + slots.groups.length > 0 || slots.list !== null) return slots
  return { ...slots, measures: [], list: { noun: 'order', words: only.words }, limitsRecords: false }
}

interface Named {
  readonly parts: readonly Part[]
  readonly slots: Slots
}

/** "who cancelled and why": the list has the reasons. */
const reasonsOfEach = (parts: readonly Part[]): readonly Part[] => {
  const at = parts.findIndex((part, index) => isKey(part, 'why') && isKey(parts[index - 1], 'and'))
  const isListed = parts.slice(0, Math.max(at, 0)).some((part) => isKey(part, 'who', 'list', 'which'))
  const hasReasons = parts.some(
    ({ tag }) =>
      (tag.kind === 'state' && tag.state === 'leave') || (tag.kind === 'noun' && tag.noun === 'cancellation'),
  )
  return isListed && hasReasons ? parts.filter((_, index) => index !== at && index !== at - 1) : parts
}

const STEPS: readonly (readonly [grain: string, words: RegExp])[] = [
  ['Day', /day/i],
  ['Week', /week|wow/i],
  ['Month', /month|mom/i],
  ['Quarter', /quarter|qoq/i],
]

/** "by quarter, and how much was each up from the quarter before": each next to the one before it. */
const bySteps = (slots: Slots): Slots => {
  const { compare, range, groups } = slots
  const words = compare?.mode === 'previousPeriod' ? compare.words : ''
  const grains = STEPS.filter(([, pattern]) => pattern.test(words)).map(([grain]) => grain)
  const isOfGroups = groups.some((group) => group.kind === 'grain' && grains.includes(group.grain))
  if (!isOfGroups) return slots
  return { ...slots, compare: null, step: { words }, range: range?.words === words ? null : range }
}

/** What the words of a question name, before what they leave out is completed. */
export const readNamed = ({ parts: tagged, unknown, cost }: TaggedQuestion, calendar: RangeCalendar): Named => {
  const isToDays = ({ words }: TaggedWords, at: number): boolean =>
    /^(?:to|from)$/.test(words) && tagged[at + 1]?.tag.kind === 'days'
  const isSaid = (one: TaggedWords, at: number): boolean => one.tag.kind !== 'stop' || isToDays(one, at)
  const words = tagged.flatMap((one, at): Part[] => {
    // "hasn't been charged? need emails": what follows the mark is apart, whatever is left out between
    const passed = tagged.slice(tagged.findLastIndex((other, index) => index < at && isSaid(other, index)) + 1, at)
    return isSaid(one, at) ? [{ ...toPart(one), isApart: one.isApart || passed.some(({ isApart }) => isApart) }] : []
  })
  const negated = negate(reasonsOfEach(words))
  const fused = fuse(negated.parts)
  const parts = comparedDays(opposeSides(PART_RULES.reduce(applyRule, fused.parts))).filter(
    ({ tag }) => tag.kind !== 'stop',
  )
  const why = parts.find((part) => isKey(part, 'why'))
  const change = parts.find((part) => isKey(part, 'change'))
  const forecast = parts.find((part) => isKey(part, 'forecast'))
  const { groups, cost: groupCost } = readGroups(parts)
  const comparesValues = areCompared(parts)
  const range = readRange(parts, calendar, {
    implied: why?.words ?? change?.words ?? null,
    comparesValues,
  })
  const { rank: named, unmatched: moreRanks } = rankOf(parts)
  const rank = rankOfChange(parts, named)
  const measured = readMeasures(parts)
  const slots: Slots = {
    measures: measured.measures,
    groups: [...groups, ...rangeGroups(parts, groups, range.range)],
    filters: readFilters(parts),
    limits: readLimits(parts),
    others: [],
    list: null,
    isBusiest: rank !== null && /busiest|quietest|slowest|deadest/i.test(rank.words),
    rank,
    range: range.range,
    compare: range.compare,
    step: null,
    share: mentionOf(
      parts.find((part) => isKey(part, 'share') || (isKey(part, 'versus') && /split/i.test(part.words))),
    ),
    intent:
      why !== undefined && forecast === undefined ? 'why' : isForeseen(forecast, range.compare) ? 'forecast' : 'value',
    limitsRecords: false,
    comparesValues,
    alternatives: readAlternatives(parts),
    unmatched: [
      ...unknown,
      ...negated.unmatched,
      ...fused.unmatched,
      ...range.unmatched,
      ...moreRanks,
      ...measured.unmatched,
      ...countedGroups(parts),
      ...leftOpen(tagged, parts, rank),
      ...unplacedKeys(parts, comparesValues),
      ...unusedVerbs(parts, measured.measures),
      ...parts.flatMap(({ tag, words }) => (tag.kind === 'span' ? [words] : [])),
    ],
    cost: cost + fused.cost + groupCost + contextCost(parts, comparesValues) + dropsVerb(tagged, parts),
  }
  return { parts, slots: overTime(parts, bySteps(slots), calendar) }
}

/** "On pace to beat last year" is about what is so far, "will we beat last year" about all of this year. */
const isForeseen = (forecast: Part | undefined, compare: Slots['compare']): boolean =>
  forecast !== undefined &&
  (compare === null || (isOfLastYear(compare) && /\b(?:will|going|gonna)\b/i.test(forecast.words)))

/** What a tagged question asks for. */
export const readSlots = (tagged: TaggedQuestion, calendar: RangeCalendar): Slots => {
  const { parts, slots } = readNamed(tagged, calendar)
  const lapsed = readLapsed(parts, slots, calendar)
  if (lapsed !== null) return lapsed
  const whole = resolveAmounts(parts, placeNow(parts, readShare(parts, impliedSlots(parts, slots))))
  const says = (pattern: RegExp): boolean =>
    tagged.parts.some(({ tag, words }) => tag.kind === 'stop' && pattern.test(words))
  const vague = offerPeriods(parts, salesOfPlan(whole), calendar)
  const offered = says(/^(do|did|make|made|doing|done)$/i) ? vague : offerFigures(parts, vague)
  const said = tagged.parts.map((part) => part.words).join(' ')
  const dated = offerBest(parts, offerCanceled(parts, says(/^that$/i) ? listWaiting(offered) : offered))
  const ahead = guestsAhead(tagged.parts.map(toPart), bookedAhead(said, dated), calendar)
  return stillMembers(upToToday(yearOfAttrition(listAhead(parts, ahead, calendar), calendar)))
}

/** "2024 and 2025": a row each. */
const rangeGroups = (parts: readonly Part[], groups: readonly GroupSlot[], range: Slots['range']): GroupSlot[] => {
  if (range?.periods !== undefined)
    return [{ kind: 'grain', grain: upperFirst(range.periods.grain), words: range.words }]
  if (groups.length > 0) return []
  return parts.flatMap(({ tag, words }): GroupSlot[] =>
    tag.kind === 'days' && tag.grain !== undefined ? [{ kind: 'grain', grain: tag.grain, words }] : [],
  )
}
