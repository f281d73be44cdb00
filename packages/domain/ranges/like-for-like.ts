import { elapsedUntil, type ResolvedComparison } from './comparison-range.ts'
import { addDays, addMonths, addYears, diffDays, type LocalDay, parseLocalDay, startOfMonth } from './local-day.ts'
import { describeRange, type ResolvedRange } from './resolve-range.ts'

/** The parts of both ranges for which both have data. */
export interface LikeForLike {
  readonly range: ResolvedRange
  readonly compareRange: ResolvedRange
}

const monthNumber = (day: LocalDay): number => parseLocalDay(day).year * 12 + parseLocalDay(day).month

/** The day of the range that stands where a day of the comparison range does. */
const counterpart = (day: LocalDay, range: ResolvedRange, { mode, range: earlier }: ResolvedComparison): LocalDay => {
  if (mode === 'previousYear') return addYears(day, 1)
  const isOfMonths =
    mode === 'previousPeriod' && range.from === startOfMonth(range.from) && earlier.from === startOfMonth(earlier.from)
  if (isOfMonths) return addMonths(day, monthNumber(range.from) - monthNumber(earlier.from))
  return addDays(day, diffDays(earlier.from, range.from))
}

/**
 * The like-for-like parts of a comparison whose data starts on `dataStarts`: the comparison range from that day, and the elapsed part
 * of the range from the day that corresponds to it. Null where the comparison range has no data, or nothing is left to compare.
 */
export const likeForLike = (
  range: ResolvedRange,
  comparison: ResolvedComparison,
  dataStarts: LocalDay,
  today: LocalDay,
): LikeForLike | null => {
  const { range: earlier } = comparison
  if (dataStarts >= earlier.until) return null
  const from = counterpart(dataStarts, range, comparison)
  const until = elapsedUntil(range, today)
  if (from < range.from || from >= until) return null
  return { range: describeRange(from, until, today), compareRange: describeRange(dataStarts, earlier.until, today) }
}
