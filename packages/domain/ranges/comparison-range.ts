import { addDays, addYears, diffDays, earlierDay, type LocalDay, startOfMonth } from './local-day.ts'
import { shiftPeriod } from './period.ts'
import { RANGE_RULES, type RangeChoice, type RangeRule } from './relative-range.ts'
import { describeRange, type RangeCalendar, type ResolvedRange } from './resolve-range.ts'

export const COMPARE_MODES = ['previousPeriod', 'previousYear'] as const
export type CompareMode = (typeof COMPARE_MODES)[number]

const ruleOf = (range: RangeChoice): RangeRule | null =>
  typeof range === 'string' && range !== 'None' ? RANGE_RULES[range] : null

/** First day after the elapsed part, today included; a future range counts completely. */
const elapsedUntil = ({ from, until }: ResolvedRange, today: LocalDay): LocalDay =>
  from > today ? until : earlierDay(until, addDays(today, 1))

/** The complete period before `from` that the range is compared with. */
const wholePrevious = (rule: RangeRule | null, { from, until }: ResolvedRange): LocalDay =>
  rule === null || rule.kind === 'days' ? addDays(from, -diffDays(from, until)) : shiftPeriod(from, rule.grain, -1)

const previousPeriod = (
  rule: RangeRule | null,
  resolved: ResolvedRange,
  calendar: RangeCalendar,
): readonly [from: LocalDay, until: LocalDay] => {
  const from = wholePrevious(rule, resolved)
  if (!resolved.partial) return [from, resolved.from]
  const elapsed = diffDays(resolved.from, elapsedUntil(resolved, calendar.today))
  return [from, earlierDay(addDays(from, elapsed), resolved.from)]
}

/**
 * Whole months stay whole (February of a leap year keeps its 29th). Otherwise the last included day is moved, not the exclusive
 * end: moving an end of Feb 29 would lose a day.
 */
const previousYear = (resolved: ResolvedRange, today: LocalDay): readonly [from: LocalDay, until: LocalDay] => {
  const { from, partial } = resolved
  const until = elapsedUntil(resolved, today)
  const isWholeMonths = !partial && from === startOfMonth(from) && until === startOfMonth(until)
  if (isWholeMonths) return [addYears(from, -1), addYears(until, -1)]
  return [addYears(from, -1), addDays(addYears(addDays(until, -1), -1), 1)]
}

/**
 * The comparison range of a resolved range: the same elapsed part (today included) of the previous period, or the same dates of the
 * previous year. A running period is compared with as many days of the previous one as have elapsed, never past its end; a completed
 * one with the whole previous one; a number of days and a custom range with as many days before.
 */
export const comparisonRange = (
  range: RangeChoice,
  resolved: ResolvedRange,
  calendar: RangeCalendar,
  mode: CompareMode,
): ResolvedRange => {
  const [from, until] =
    mode === 'previousYear' ? previousYear(resolved, calendar.today) : previousPeriod(ruleOf(range), resolved, calendar)
  return describeRange(from, until, calendar.today)
}
