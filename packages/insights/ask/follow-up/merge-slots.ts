import { lastYearMode } from '#domain/ranges/comparison-range.ts'
import { diffDays } from '#domain/ranges/local-day.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { NOUNS } from '../language/nouns.ts'
import { canBeGrouped } from '../slots/roles.ts'
import type { FilterSlot, GroupSlot, MeasureSlot, RangeSlot, Slots } from '../slots/slots.ts'
import { movedRange } from './moved-range.ts'
import { counted } from './whole-changes.ts'

/** How much less likely "last year" is the whole year where a month was asked for. */
const WHOLE_YEAR_COST = 0.05
const YEAR = 360

const filteredColumns = ({ filters, choices }: FilterSlot): string[] => [
  ...filters.flatMap(({ ids }) => ids),
  ...choices.map(({ columnId }) => columnId),
]

export const isOfColumn = (slot: FilterSlot, columns: readonly string[]): boolean =>
  filteredColumns(slot).some((id) => columns.includes(id))

/** "web and phone" without phone is web; null where nothing is left. */
const withoutValues = (slot: FilterSlot, left: FilterSlot): FilterSlot | null => {
  const values: unknown[] = [...left.filters.map(({ value }) => value), ...left.choices.flatMap((one) => one.values)]
  const choices = slot.choices.map((one) => ({ ...one, values: one.values.filter((value) => !values.includes(value)) }))
  const isGone =
    choices.some((one) => one.values.length === 0) || slot.filters.some(({ value }) => values.includes(value))
  return isGone ? null : { ...slot, choices }
}

/** A condition ends another one on its column; values of one column that are said together do not end each other. */
const mergeFilters = (before: readonly FilterSlot[], said: readonly FilterSlot[], isAdded: boolean): FilterSlot[] => {
  const kept = before.flatMap((one): FilterSlot[] => {
    const same = said.filter((other) => isOfColumn(other, filteredColumns(one)))
    if (same.length === 0 || (isAdded && !one.isNegated)) return [one]
    if (one.isNegated) return same.every(({ isNegated }) => isNegated) ? [one] : []
    if (!same.every(({ isNegated }) => isNegated)) return []
    const left = same.reduce<FilterSlot | null>((rest, other) => rest && withoutValues(rest, other), one)
    return left === null ? [] : [left]
  })
  return [...kept, ...said]
}

const sameMeasure = (a: MeasureSlot, b: MeasureSlot): boolean =>
  a.ids.some((id) => b.ids.includes(id)) &&
  a.dividedBy?.ids[0] === b.dividedBy?.ids[0] &&
  a.minus?.ids[0] === b.minus?.ids[0] &&
  a.per === b.per

const groupIds = (group: GroupSlot): readonly string[] =>
  group.kind === 'column' ? group.ids : [group.kind === 'grain' ? group.grain : group.noun]

const sameGroup = (a: GroupSlot, b: GroupSlot): boolean => groupIds(a).some((id) => groupIds(b).includes(id))

const merge = <T>(
  before: readonly T[],
  said: readonly T[],
  isAdded: boolean,
  isSame: (a: T, b: T) => boolean,
): readonly T[] => {
  if (said.length === 0) return before
  const all = isAdded ? [...before, ...said] : said
  return all.filter((one, at) => all.findIndex((other) => isSame(other, one)) === at)
}

/** Measures, groups and rows. A list that is grouped or measured is counted, and other records are listed instead. */
const mergeRows = (before: Slots, { measures, groups }: Slots, isAdded: boolean): Slots => {
  if (before.list !== null && groups.length === 0 && measures.length === 0) return before
  const [first] = measures
  const noun = first?.noun ?? null
  if (before.list !== null && groups.length === 0 && first !== undefined)
    return noun !== null && NOUNS[noun].list !== null
      ? { ...before, list: { noun, words: first.words } }
      : { ...before, measures, list: null }
  const rows = counted(before)
  return {
    ...rows,
    measures: merge(rows.measures, measures, isAdded, sameMeasure),
    groups: merge(rows.groups, groups, isAdded, sameGroup),
  }
}

/** The ranges that a follow-up may ask for, each with its cost. */
const rangesOf = (before: Slots, named: Slots, isAdded: boolean, calendar: RangeCalendar) => {
  const { range } = before
  const own = named.range
  if (own === null) return [{ range, cost: 0 }]
  const isShort = range !== null && range.part === 'in' && diffDays(range.days.from, range.days.until) < YEAR
  // "and last year?" after a month: that month of last year, or all of last year
  return isShort && own.days.named === 'LastYear' && named.compare === null && !isAdded
    ? [
        { range: movedRange(range, 'lastYear', own.words, calendar), cost: 0 },
        { range: own, cost: WHOLE_YEAR_COST },
      ]
    : [{ range: own, cost: 0 }]
}

/** How the comparison of before is meant for other dates. */
const formerCompare = ({ compare, range: before }: Slots, range: RangeSlot | null, calendar: RangeCalendar) => {
  if (compare === null || range === null || range.part === 'before') return null
  if (range === before || compare.mode === 'previousPeriod') return compare
  return { ...compare, mode: lastYearMode(range.days.named ?? range.days, calendar.today) }
}

/** Conditions on records belong to a count of them. */
export const limitsRecords = ({ measures, list, limits, limitsRecords: isBefore }: Slots): boolean => {
  const noun = measures[0]?.noun ?? null
  return limits.length > 0 && isBefore ? true : list === null && noun !== null && !canBeGrouped(noun)
}

/** What was asked before, with what the words name in place of what is of the same kind, or next to it. */
export const mergeSlots = (before: Slots, named: Slots, isAdded: boolean, calendar: RangeCalendar): Slots[] =>
  rangesOf(before, named, isAdded, calendar).map(({ range, cost }) => ({
    ...mergeRows(before, named, isAdded),
    filters: mergeFilters(before.filters, named.filters, isAdded),
    limits: [
      ...before.limits.filter(
        ({ ids }) => !named.limits.some((one) => one.ids === null || one.ids.some((id) => ids?.includes(id))),
      ),
      ...named.limits,
    ],
    rank: named.rank ?? before.rank,
    range,
    compare: named.compare ?? formerCompare(before, range, calendar),
    share: named.share ?? before.share,
    comparesValues: named.comparesValues,
    unmatched: named.unmatched,
    cost: named.cost + cost,
  }))

/** Whether adding differs from replacing: something of its kind is there. */
export const isTaken = (before: Slots, { measures, groups, filters }: Slots): boolean =>
  (measures.length > 0 && before.list === null) ||
  (groups.length > 0 && before.groups.length > 0) ||
  filters.some((said) => !said.isNegated && before.filters.some((one) => isOfColumn(one, filteredColumns(said))))

/** "plus phone" where no channel is left out. */
export const addsNothing = (before: Slots, { filters }: Slots): boolean =>
  filters.some(
    (said) =>
      !said.isNegated && !before.filters.some((one) => !one.isNegated && isOfColumn(one, filteredColumns(said))),
  )
