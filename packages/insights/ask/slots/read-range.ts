import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import { comparisonRange, lastYearMode } from '#domain/ranges/comparison-range.ts'
import { addDays, addYears, type LocalDay, parseLocalDay } from '#domain/ranges/local-day.ts'
import { bucketsIn, periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import { PERIOD_GRAINS, type PeriodGrain, type RelativeRange } from '#domain/ranges/relative-range.ts'
import { describeRange, type RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { type NamedRange, namedDays } from '../tag/days/periods.ts'
import type { Days } from '../tag/tag.ts'
import { isKey, type Part, type RangeSlot, type Slots } from './slots.ts'

export type ReadRange = Pick<Slots, 'range' | 'compare' | 'unmatched'>

/** The current period for a question that names only the comparison period: "sales compared with last month". */
const CURRENT_PERIOD: Readonly<Partial<Record<RelativeRange, readonly [NamedRange, CompareMode]>>> = {
  Yesterday: ['Today', 'previousPeriod'],
  LastWeek: ['ThisWeek', 'previousPeriod'],
  LastMonth: ['ThisMonth', 'previousPeriod'],
  LastQuarter: ['ThisQuarter', 'previousPeriod'],
  LastYear: ['ThisYear', 'previousYear'],
}

/** Modes that two named ranges can express, the one that is meant more likely first. */
const DATED_MODES = ['previousYear', 'sameWeekdays', 'sameHoliday', 'previousPeriod'] as const

/** The comparison mode that leads from a range to another exactly; a running period is matched by its elapsed part. */
const modeBetween = (days: Days, other: Days, calendar: RangeCalendar): CompareMode | null => {
  const resolved = describeRange(days.from, days.until, calendar.today)
  return (
    DATED_MODES.find((mode) => {
      const compared = comparisonRange(days.named ?? days, resolved, calendar, mode)
      return (
        compared.from === other.from &&
        (compared.until === other.until || (resolved.partial && compared.until < other.until))
      )
    }) ?? null
  )
}

/** How a question that only says "last year" means it for these days. */
const yearMode = ({ days, yearBefore }: Omit<RangeSlot, 'words'>, calendar: RangeCalendar): CompareMode =>
  (yearBefore === undefined ? null : modeBetween(days, yearBefore, calendar)) ??
  lastYearMode(days.named ?? days, calendar.today)

const nameOf = (from: LocalDay, grain: PeriodGrain, calendar: RangeCalendar): string | number => {
  if (grain === 'day' || grain === 'week') return from
  if (grain === 'month') return from.slice(0, 7)
  const start = periodStart(from, 'year', calendar)
  const { year } = parseLocalDay(addDays(shiftPeriod(start, 'year', 1), -1))
  return grain === 'year' ? year : `${year}-Q${bucketsIn({ from: start, until: from }, 'quarter', calendar).length + 1}`
}

/** "2024 vs 2022": two whole periods of the calendar that no comparison mode leads between, as a row each. */
const asRows = (first: RangeSlot, other: RangeSlot, calendar: RangeCalendar, words: string): RangeSlot | null => {
  const both = [first, other].toSorted((a, b) => (a.days.from < b.days.from ? -1 : 1))
  const [from, until] = [both[0]?.days.from, both[1]?.days.until]
  const grain = PERIOD_GRAINS.find((one) =>
    both.every(
      ({ days, part }) =>
        part === 'in' &&
        days.until <= addDays(calendar.today, 1) &&
        periodStart(days.from, one, calendar) === days.from &&
        shiftPeriod(days.from, one, 1) === days.until,
    ),
  )
  if (grain === undefined || from === undefined || until === undefined) return null
  const names = both.map(({ days }) => nameOf(days.from, grain, calendar))
  return { days: { from, until, named: null }, part: 'in', words, periods: { grain, names } }
}

const isDays = (one: Part): boolean => one.tag.kind === 'days'

const toRange = ({ tag, words }: Part): RangeSlot | null => (tag.kind === 'days' ? { ...tag, words } : null)

/** "Black Friday sales 2024", "holiday sales last year": days without a year and the year that they belong to. */
const ofYear = (one: Part | undefined, other: Part | undefined): Part | null => {
  if (one?.tag.kind !== 'days' || other?.tag.kind !== 'days') return null
  const { daysIn } = one.tag
  const { named, from } = other.tag.days
  const year = other.tag.year ?? (named === 'LastYear' || named === 'ThisYear' ? parseLocalDay(from).year : null)
  const days = daysIn === undefined || year === null ? null : daysIn(year)
  return days && { ...one, tag: { kind: 'days', days, part: 'in' }, words: `${one.words} ${other.words}` }
}

const getWords = (parts: readonly Part[]): string[] => parts.map(({ words }) => words)

const yearLater = ({ from, until }: Days): Days => ({ from: addYears(from, 1), until: addYears(until, 1), named: null })

/** "compared with last year": named days after a comparison. */
const compareWithDays = (first: RangeSlot | null, leadAt: Part, other: Part, calendar: RangeCalendar): ReadRange => {
  const comparedDays = toRange(other)
  const unmatchedComparison = { range: first, compare: null, unmatched: [leadAt.words, other.words] }
  if (comparedDays === null) return unmatchedComparison
  const words = `${leadAt.words} ${other.words}`
  if (first === null) {
    const [current, mode] = CURRENT_PERIOD[comparedDays.days.named ?? 'None'] ?? []
    const again = yearLater(comparedDays.days)
    const isRunning = again.from <= calendar.today && calendar.today < again.until
    // "will we beat last March"
    if (current === undefined && isRunning && comparedDays.part === 'in')
      return { range: { days: again, part: 'in', words }, compare: { mode: 'previousYear', words }, unmatched: [] }
    // "compared to last summer", in the fall: that one, with the one before it
    const isOver =
      comparedDays.days.until <= calendar.today && comparedDays.days.until.slice(0, 4) === calendar.today.slice(0, 4)
    if (current === undefined && comparedDays.yearBefore !== undefined && isOver)
      return { range: comparedDays, compare: { mode: yearMode(comparedDays, calendar), words }, unmatched: [] }
    if (current === undefined || mode === undefined) return unmatchedComparison
    return { range: { days: namedDays(current, calendar), part: 'in', words }, compare: { mode, words }, unmatched: [] }
  }
  // "this January than last January"
  if (comparedDays.days.from === first.days.from && comparedDays.days.until === first.days.until && first.part === 'in')
    return { range: first, compare: { mode: yearMode(first, calendar), words }, unmatched: [] }
  // "2024 vs 2025": the later one is compared with the earlier one
  const reversed =
    comparedDays.days.from > first.days.from && first.part === 'in'
      ? modeBetween(comparedDays.days, first.days, calendar)
      : null
  if (reversed !== null) return { range: comparedDays, compare: { mode: reversed, words }, unmatched: [] }
  const isYearBefore = comparedDays.days.named === 'LastYear' && first.days.named !== 'LastYear'
  const mode = modeBetween(first.days, comparedDays.days, calendar) ?? (isYearBefore ? yearMode(first, calendar) : null)
  if (first.part === 'before') return unmatchedComparison
  if (mode !== null) return { range: first, compare: { mode, words }, unmatched: [] }
  const rows = asRows(first, comparedDays, calendar, `${first.words} ${words}`)
  return rows === null ? unmatchedComparison : { range: rows, compare: null, unmatched: [] }
}

/** "week over week": this week. */
const usualPeriod = (words: string): NamedRange => {
  if (/\b(day|wow|week|qoq|quarter)\b/i.test(words))
    return /\bday\b/i.test(words) ? 'Today' : /wow|week/i.test(words) ? 'ThisWeek' : 'ThisQuarter'
  return 'ThisMonth'
}

/** Position of days directly after the comparison word; -1 with a noun between, as in "club vs tasting room last month". */
const daysAfter = (parts: readonly Part[], leadAt: number): number => {
  const next = parts.findIndex(({ tag }, at) => at > leadAt && tag.kind !== 'stop')
  const one = parts[next]
  return one !== undefined && isDays(one) ? next : -1
}

/** The range of a question and its comparison range. Two ranges without a comparison word are not understood. */
export const readRange = (
  parts: readonly Part[],
  calendar: RangeCalendar,
  {
    implied,
    comparesValues,
  }: {
    /** words such as "grew" or "why", which compare without saying with what */
    readonly implied: string | null
    readonly comparesValues: boolean
  },
): ReadRange => {
  const firstLead = parts.findIndex(({ tag }) => tag.kind === 'compare')
  // "Oak Hollow vs Stone Creek in 2025 vs 2024"
  const isDated = ({ tag }: Part, at: number): boolean =>
    tag.kind === 'compare' && (tag.mode !== null || daysAfter(parts, at) >= 0)
  const leadAt = comparesValues && parts.some(isDated) ? parts.findIndex(isDated) : firstLead
  const leadReading = parts[leadAt]
  const mode = leadReading?.tag.kind === 'compare' ? leadReading.tag.mode : null
  const following = leadReading !== undefined && mode === null ? daysAfter(parts, leadAt) : -1
  const named = parts.filter((one, at) => isDays(one) && at !== following)
  const dated = named.length === 2 ? (ofYear(named[0], named[1]) ?? ofYear(named[1], named[0])) : null
  const days = dated === null ? named : [dated]
  const compares = parts.filter(({ tag }) => tag.kind === 'compare' && !(comparesValues && tag.mode === null))
  const [one, ...more] = days
  const first = one ? toRange(one) : null
  if (more.length > 0 || compares.length > 1)
    return { range: first, compare: null, unmatched: getWords([...more, ...compares.slice(1)]) }
  if (leadReading === undefined) {
    if (implied === null) return { range: first, compare: null, unmatched: [] }
    const current = first ?? { days: namedDays('ThisYear', calendar), part: 'in' as const, words: implied }
    if (current.part === 'before') return { range: first, compare: null, unmatched: [implied] }
    return { range: current, compare: { mode: yearMode(current, calendar), words: implied }, unmatched: [] }
  }
  const other = parts[following]
  if (mode === null && other === undefined && comparesValues) return { range: first, compare: null, unmatched: [] }
  if (mode === null)
    return other
      ? compareWithDays(first, leadReading, other, calendar)
      : { range: first, compare: null, unmatched: [leadReading.words] }
  const usual = mode === 'previousPeriod' ? usualPeriod(leadReading.words) : mode === 'plan' ? 'mtd' : 'ThisYear'
  const current = first ?? { days: namedDays(usual, calendar), part: 'in' as const, words: leadReading.words }
  const inForce = mode === 'lastYear' ? yearMode(current, calendar) : mode
  return { range: current, compare: { mode: inForce, words: leadReading.words }, unmatched: [] }
}

const COMPARED: Part['tag'] = { kind: 'compare', mode: null }

const isEarlier = (part: Part | undefined): boolean =>
  part?.tag.kind === 'days' && CURRENT_PERIOD[part.tag.days.named ?? 'None'] !== undefined

/** "compare this month with last month", "compare sales with last month": what stands between is a comparison. */
export const comparedDays = (parts: readonly Part[]): readonly Part[] => {
  const versus = parts.findIndex((part) => isKey(part, 'versus'))
  // "fell the most from last month"
  const from = parts.findIndex(
    (part, at) => part.words === 'from' && part.tag.kind === 'stop' && isEarlier(parts[at + 1]),
  )
  if (from > 0 && parts.slice(0, from).some((part) => isKey(part, 'change')))
    return parts.map((part, at) => (at === from ? { ...part, tag: COMPARED } : part))
  const isRange = (part: Part | undefined) => part?.tag.kind === 'days'
  const last = parts.findLastIndex(isRange)
  const link = parts[last - 1]
  const isWith = isKey(link, 'with') || link?.words === 'to'
  const count = parts.filter(isRange).length
  if (versus < 0 || (count !== 2 && !(count === 1 && isWith))) return parts
  return parts.flatMap((part, at): Part[] => {
    if (at === versus || (at === last - 1 && (isWith || isKey(part, 'and', 'or')))) return []
    return at === last ? [{ ...part, tag: COMPARED }, part] : [part]
  })
}
