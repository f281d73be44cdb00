import type { WineryPlan } from '../winery-plan.ts'
import type { CompareMode } from './comparison-mode.ts'
import { type EventPair, holidayPairs } from './holidays.ts'
import {
  addDays,
  addMonths,
  addYears,
  diffDays,
  earlierDay,
  type LocalDay,
  parseLocalDay,
  startOfMonth,
} from './local-day.ts'
import { shiftPeriod } from './period.ts'
import { RANGE_RULES, type RangeChoice, type RangeRule } from './relative-range.ts'
import { describeRange, type RangeCalendar, type ResolvedRange } from './resolve-range.ts'

/** Days back to the same weekday about a year earlier. */
const DAYS_TO_SAME_WEEKDAY = 364

/** A longer range holds more than one holiday or release, so aligning it on one would misplace the rest. */
const MAX_ALIGNED_DAYS = 62

type Ends = readonly [from: LocalDay, until: LocalDay]

const findRangeRule = (range: RangeChoice): RangeRule | null =>
  typeof range === 'string' && range !== 'None' ? RANGE_RULES[range] : null

/** First day after the elapsed part, today included; a future range counts completely. */
export const elapsedUntil = ({ from, until }: Pick<ResolvedRange, 'from' | 'until'>, today: LocalDay): LocalDay =>
  from > today ? until : earlierDay(until, addDays(today, 1))

/** Number of whole calendar months in a range; null if it does not consist of whole months. */
const wholeMonths = (from: LocalDay, until: LocalDay): number | null => {
  if (from !== startOfMonth(from) || until !== startOfMonth(until)) return null
  const [first, end] = [parseLocalDay(from), parseLocalDay(until)]
  return (end.year - first.year) * 12 + end.month - first.month
}

/** The start of the complete period before `from` that the range is compared with. */
const previousStart = (rule: RangeRule | null, { from, until }: ResolvedRange): LocalDay => {
  if (rule !== null && rule.kind !== 'days') return shiftPeriod(from, rule.grain, -1)
  const months = rule === null ? wholeMonths(from, until) : null
  return months === null ? addDays(from, -diffDays(from, until)) : addMonths(from, -months)
}

const previousPeriod = (rule: RangeRule | null, resolved: ResolvedRange, calendar: RangeCalendar): Ends => {
  const from = previousStart(rule, resolved)
  if (!resolved.partial) return [from, resolved.from]
  const elapsed = diffDays(resolved.from, elapsedUntil(resolved, calendar.today))
  return [from, earlierDay(addDays(from, elapsed), resolved.from)]
}

/**
 * Whole months stay whole (February of a leap year keeps its 29th). Otherwise the last included day is moved, not the exclusive
 * end: moving an end of Feb 29 would lose a day.
 */
const sameDates = (resolved: ResolvedRange, today: LocalDay): Ends => {
  const { from, partial } = resolved
  const until = elapsedUntil(resolved, today)
  const isWholeMonths = !partial && wholeMonths(from, until) !== null
  if (isWholeMonths) return [addYears(from, -1), addYears(until, -1)]
  return [addYears(from, -1), addDays(addYears(addDays(until, -1), -1), 1)]
}

const movedBack = (resolved: ResolvedRange, days: number, today: LocalDay): Ends => [
  addDays(resolved.from, -days),
  addDays(elapsedUntil(resolved, today), -days),
]

const overlap = ({ current }: EventPair, from: LocalDay, until: LocalDay): number =>
  diffDays(current.from < from ? from : current.from, earlierDay(current.until, until))

/** The event that shares the most days with the range, the later of equals; null if none does or the range is too long. */
const eventIn = (pairs: readonly EventPair[], resolved: ResolvedRange, today: LocalDay): EventPair | null => {
  const { from } = resolved
  const until = elapsedUntil(resolved, today)
  if (diffDays(from, until) > MAX_ALIGNED_DAYS) return null
  return pairs
    .filter((pair) => overlap(pair, from, until) > 0)
    .reduce<EventPair | null>(
      (best, pair) => (best !== null && overlap(best, from, until) > overlap(pair, from, until) ? best : pair),
      null,
    )
}

/**
 * How "last year" is meant for a range: the same dates for whole months, quarters and years and for what has elapsed of them, the
 * same weekdays for days and weeks.
 */
export const lastYearMode = (range: RangeChoice, today: LocalDay): 'sameWeekdays' | 'previousYear' => {
  if (range === 'None') return 'previousYear'
  if (typeof range === 'string') {
    const rule = RANGE_RULES[range]
    if (rule.kind === 'days') return rule.count > DAYS_TO_SAME_WEEKDAY ? 'previousYear' : 'sameWeekdays'
    return rule.grain === 'day' || rule.grain === 'week' ? 'sameWeekdays' : 'previousYear'
  }
  const { from, until } = range
  const isToDate = from === startOfMonth(from) && until === addDays(today, 1)
  const isCalendarUnit = wholeMonths(from, until) !== null || isToDate
  return isCalendarUnit || diffDays(from, until) > DAYS_TO_SAME_WEEKDAY ? 'previousYear' : 'sameWeekdays'
}

/** A comparison range and how it was found. */
export interface ResolvedComparison {
  /** the mode in force: a mode that does not fit the range is replaced by that of `lastYearMode` */
  readonly mode: CompareMode
  readonly range: ResolvedRange
  /** the holiday or release that both ranges are aligned on, with its year */
  readonly alignedOn: { readonly current: string; readonly previous: string } | null
  /** of the mode `plan` */
  readonly plan?: WineryPlan
}

const eventName = ({ name, from }: EventPair['current']): string => {
  const year = String(parseLocalDay(from).year)
  return name.includes(year) ? name : `${name} ${year}`
}

/**
 * The comparison range of a resolved range: the same elapsed part (today included) of the previous period or of last year. A
 * running period is compared with as many days of the previous one as have elapsed, never past its end; a completed calendar period
 * with the whole previous one; a number of days and other custom ranges with as many days before. A range without a holiday or a
 * release, or too long for one, falls back to the weekdays or dates of last year.
 */
export const resolveComparison = (
  range: RangeChoice,
  resolved: ResolvedRange,
  calendar: RangeCalendar,
  mode: CompareMode,
): ResolvedComparison => {
  const { today, releases = [] } = calendar
  const at = ([from, until]: Ends, inForce: CompareMode, pair: EventPair | null = null): ResolvedComparison => ({
    mode: inForce,
    range: describeRange(from, until, today),
    alignedOn: pair && { current: eventName(pair.current), previous: eventName(pair.previous) },
  })
  if (mode === 'plan') return { ...at([resolved.from, elapsedUntil(resolved, today)], mode), plan: calendar.plan ?? [] }
  if (mode === 'previousPeriod') return at(previousPeriod(findRangeRule(range), resolved, calendar), mode)
  if (mode === 'previousYear') return at(sameDates(resolved, today), mode)
  if (mode === 'sameWeekdays') {
    const days = diffDays(resolved.from, elapsedUntil(resolved, today))
    // Moving more days than this would make both ranges overlap.
    if (days > DAYS_TO_SAME_WEEKDAY) return at(sameDates(resolved, today), 'previousYear')
    return at(movedBack(resolved, DAYS_TO_SAME_WEEKDAY, today), mode)
  }
  const pairs = mode === 'sameRelease' ? releases : holidayPairs(resolved.from, resolved.until)
  const pair = eventIn(pairs, resolved, today)
  if (pair === null) return resolveComparison(range, resolved, calendar, lastYearMode(range, today))
  return at(movedBack(resolved, diffDays(pair.previous.from, pair.current.from), today), mode, pair)
}

/** The days of `resolveComparison`. */
export const comparisonRange = (...asked: Parameters<typeof resolveComparison>): ResolvedRange =>
  resolveComparison(...asked).range
