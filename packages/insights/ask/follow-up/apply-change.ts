import { lastYearMode, resolveComparison } from '#domain/ranges/comparison-range.ts'
import { diffDays } from '#domain/ranges/local-day.ts'
import { describeRange, type RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { NOUNS } from '../language/nouns.ts'
import { impliedSlots } from '../slots/implied.ts'
import { canBeGrouped } from '../slots/roles.ts'
import type { FilterSlot, GroupSlot, MeasureSlot, RangeSlot, Slots } from '../slots/slots.ts'
import { namedDays } from '../tag/days/periods.ts'
import type { Change } from './read-change.ts'

/** How much less likely it is that a value is added than that it replaces another. */
const ADD_COST = 0.1
/** How much less likely "last year" is the whole year where a month was asked for. */
const WHOLE_YEAR_COST = 0.05
const YEAR = 360

const filteredColumns = ({ filters, choices }: FilterSlot): string[] => [
  ...filters.flatMap(({ ids }) => ids),
  ...choices.map(({ columnId }) => columnId),
]

const isOfColumn = (slot: FilterSlot, columns: readonly string[]): boolean =>
  filteredColumns(slot).some((id) => columns.includes(id))

const filterValues = ({ filters, choices }: FilterSlot): unknown[] => [
  ...filters.map(({ value }) => value),
  ...choices.flatMap(({ values }) => values),
]

const isNamingAny = (slot: FilterSlot, values: readonly unknown[]): boolean =>
  filterValues(slot).some((value) => values.includes(value))

/** A condition ends another one on its column, unless both leave something out. */
const withFilter = (before: readonly FilterSlot[], said: FilterSlot, isAdded: boolean): FilterSlot[] => {
  const columns = filteredColumns(said)
  const [same, others] = [
    before.filter((one) => isOfColumn(one, columns)),
    before.filter((one) => !isOfColumn(one, columns)),
  ]
  if (said.isNegated && same.length > 0) {
    const left = same.filter((one) => one.isNegated || !isNamingAny(one, filterValues(said)))
    // web without the club is web
    if (left.some(({ isNegated }) => !isNegated)) return [...others, ...left]
    return [...others, ...left, said]
  }
  return isAdded ? [...before.filter((one) => !(one.isNegated && same.includes(one))), said] : [...others, said]
}

const withFilters = (before: readonly FilterSlot[], said: readonly FilterSlot[], isAdded: boolean): FilterSlot[] => {
  const [first, ...more] = said
  if (first === undefined) return [...before]
  // "web and phone" are two values of one column, which do not end each other
  const rest = more.map((one) => ({ one, isSame: isOfColumn(one, filteredColumns(first)) }))
  return rest.reduce(
    (all, { one, isSame }) => withFilter(all, one, isAdded || isSame),
    withFilter(before, first, isAdded),
  )
}

const sameIds = (a: MeasureSlot, b: MeasureSlot): boolean =>
  a.ids.some((id) => b.ids.includes(id)) && a.dividedBy?.ids[0] === b.dividedBy?.ids[0] && a.per === b.per

const groupIds = (group: GroupSlot): readonly string[] =>
  group.kind === 'column' ? group.ids : [group.kind === 'grain' ? group.grain : group.noun]

const distinct = <T>(all: readonly T[], isSame: (a: T, b: T) => boolean): T[] =>
  all.filter((one, at) => all.findIndex((other) => isSame(other, one)) === at)

const addMeasures = (before: readonly MeasureSlot[], said: readonly MeasureSlot[]): MeasureSlot[] =>
  distinct([...before, ...said], sameIds)

const addGroups = (before: readonly GroupSlot[], said: readonly GroupSlot[]): GroupSlot[] =>
  distinct([...before, ...said], (a, b) => groupIds(a).some((id) => groupIds(b).includes(id)))

interface Merging {
  readonly isAdded: boolean
  /** one number of everything */
  readonly isTotal: boolean
}

/** Measures, groups and rows. A list that is grouped is counted. */
const withRows = (
  before: Slots,
  { measures, groups }: Slots,
  { isAdded, isTotal }: Merging,
): Pick<Slots, 'measures' | 'groups' | 'list'> => {
  const { list } = before
  const [noun] = measures
  if (list !== null && groups.length === 0 && !isTotal) {
    if (noun === undefined) return before
    const isListed = noun.noun !== null && NOUNS[noun.noun].list !== null
    return isListed && noun.noun !== null
      ? { measures: [], groups: [], list: { noun: noun.noun, words: noun.words } }
      : { measures, groups: [], list: null }
  }
  const counted =
    list === null ? before.measures : [{ ids: NOUNS[list.noun].count, noun: list.noun, words: list.words }]
  return {
    measures: measures.length === 0 ? counted : isAdded ? addMeasures(counted, measures) : measures,
    groups: groups.length === 0 ? before.groups : isAdded ? addGroups(before.groups, groups) : groups,
    list: null,
  }
}

/** The range of the former answer moved to the period before or to the year before. */
const movedRange = (
  range: RangeSlot,
  mode: 'lastYear' | 'previousPeriod',
  words: string,
  calendar: RangeCalendar,
): RangeSlot => {
  const { days } = range
  const choice = days.named ?? days
  const resolved = describeRange(days.from, days.until, calendar.today)
  const whole = { ...resolved, partial: false }
  const inForce = mode === 'lastYear' ? lastYearMode(choice, calendar.today) : mode
  // a running period moves as a whole: the month before this one has all its days
  const { from, until } = resolveComparison(
    choice,
    days.named?.endsWith('td') ? resolved : whole,
    calendar,
    inForce,
  ).range
  return { days: { from, until, named: null }, part: 'in', words }
}

/** The ranges that a follow-up may ask for, each with its cost. */
const rangesOf = (before: Slots, { named, moved, plain, relation }: Change, calendar: RangeCalendar) => {
  const { range } = before
  if (plain === 'noRange') return [{ range: null, cost: 0 }]
  if (moved !== null)
    return range === null || range.part === 'before'
      ? []
      : [{ range: movedRange(range, moved, 'the period before', calendar), cost: 0 }]
  const own = named.range
  if (own === null) return [{ range, cost: 0 }]
  const isShort = range !== null && range.part === 'in' && diffDays(range.days.from, range.days.until) < YEAR
  const isLastYear = own.days.named === 'LastYear' && named.compare === null && relation !== 'add'
  // "and last year?" after a month: that month of last year, or all of last year
  return isShort && isLastYear
    ? [
        { range: movedRange(range, 'lastYear', own.words, calendar), cost: 0 },
        { range: own, cost: WHOLE_YEAR_COST },
      ]
    : [{ range: own, cost: 0 }]
}

/** How the comparison of before is meant for other dates. */
const formerCompare = (before: Slots, range: RangeSlot | null, calendar: RangeCalendar): Slots['compare'] => {
  const { compare } = before
  if (compare === null || range === null || range.part === 'before') return null
  if (range === before.range || compare.mode === 'previousPeriod') return compare
  return { ...compare, mode: lastYearMode(range.days.named ?? range.days, calendar.today) }
}

/** "why": what drives the change of the measure. */
const explainedSlots = (slots: Slots, calendar: RangeCalendar): Slots => {
  const range = slots.range ?? { days: namedDays('ThisYear', calendar), part: 'in' as const, words: 'why' }
  const mode = lastYearMode(range.days.named ?? range.days, calendar.today)
  const compare = slots.compare ?? { mode, words: 'why' }
  return impliedSlots([], { ...slots, groups: [], range, compare, rank: null, intent: 'why' })
}

const DAYS_BY_DAY = 45

/** "as a chart" of one number: over time. */
const overTime = (slots: Slots): Slots => {
  const { range } = slots
  const isShort = range !== null && diffDays(range.days.from, range.days.until) <= DAYS_BY_DAY
  const grain = isShort ? 'Day' : 'Month'
  return { ...slots, groups: [{ kind: 'grain', grain, words: grain.toLowerCase() }] }
}

/** Conditions on records belong to a count of them. */
const limitsRecords = ({ measures, list, limits, limitsRecords: isBefore }: Slots): boolean => {
  const noun = measures[0]?.noun ?? null
  return limits.length > 0 && isBefore ? true : list === null && noun !== null && !canBeGrouped(noun)
}

const applyOne = (before: Slots, change: Change, isAdded: boolean, calendar: RangeCalendar): Slots[] => {
  const { named, plain, shown, freed } = change
  const isTotal = plain === 'noGroups' || plain === 'count'
  const rows = withRows(before, named, { isAdded, isTotal })
  const rank = named.rank ?? (plain === 'noTop' && before.rank !== null ? { ...before.rank, count: null } : before.rank)
  const freedFilters = before.filters.filter((one) => !isOfColumn(one, freed))
  const limits = [
    ...before.limits.filter(
      ({ ids }) => !named.limits.some((one) => one.ids === null || one.ids.some((id) => ids?.includes(id))),
    ),
    ...named.limits,
  ]
  const isWithoutFilters = plain === 'noFilters'
  return rangesOf(before, change, calendar).map(({ range, cost }) => {
    const merged: Slots = {
      ...before,
      ...rows,
      groups: plain === 'noGroups' ? [] : rows.groups,
      filters: isWithoutFilters ? [] : withFilters(freedFilters, named.filters, isAdded),
      limits: isWithoutFilters ? [] : limits,
      rank: isTotal ? null : rank,
      range,
      compare: plain === 'noCompare' ? null : (named.compare ?? formerCompare(before, range, calendar)),
      share: plain === 'noGroups' ? null : plain === 'share' ? { words: 'share' } : (named.share ?? before.share),
      comparesValues: named.comparesValues,
      unmatched: named.unmatched,
      cost: named.cost + cost + (isAdded ? ADD_COST : 0),
    }
    const isDrawn = shown !== null && shown !== 'table' && merged.groups.length === 0 && merged.list === null
    const full = { ...(isDrawn ? overTime(merged) : merged), limitsRecords: limitsRecords(merged) }
    return named.intent === 'why' ? explainedSlots(full, calendar) : full
  })
}

/** Whether adding differs from replacing: a slot that the words name is taken. */
const isTaken = (before: Slots, { named }: Change): boolean =>
  (named.measures.length > 0 && before.list === null) ||
  (named.groups.length > 0 && before.groups.length > 0) ||
  named.filters.some((said) => !said.isNegated && before.filters.some((one) => isOfColumn(one, filteredColumns(said))))

/** "plus phone" where no channel is left out, "how many" of what is a number already. */
const isWithoutMeaning = (before: Slots, { named, relation, plain }: Change): boolean => {
  const isIncluded = named.filters.some(
    (said) =>
      !said.isNegated && !before.filters.some((one) => !one.isNegated && isOfColumn(one, filteredColumns(said))),
  )
  return (relation === 'add' && isIncluded) || (plain === 'count' && before.list === null)
}

/** What was asked before with the change, in every way that the words may mean it. */
export const applyChange = (before: Slots, change: Change, calendar: RangeCalendar): Slots[] => {
  if (isWithoutMeaning(before, change)) return []
  const isEither = change.relation === 'either' && isTaken(before, change)
  if (isEither) return [...applyOne(before, change, false, calendar), ...applyOne(before, change, true, calendar)]
  return applyOne(before, change, change.relation === 'add', calendar)
}
