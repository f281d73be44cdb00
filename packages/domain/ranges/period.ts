import { addDays, addMonths, type LocalDay, parseLocalDay, startOfMonth, toWeekday } from './local-day.ts'
import type { CustomRange, PeriodGrain } from './relative-range.ts'

export const WEEK_STARTS = ['monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof WEEK_STARTS)[number]

/** Account settings that define where weeks and years start. */
export interface PeriodCalendar {
  readonly weekStart: WeekStart
  /** 1 to 12; quarters are counted from it */
  readonly fiscalYearStartMonth: number
}

const FIRST_WEEKDAY: Readonly<Record<WeekStart, number>> = { monday: 1, saturday: 6, sunday: 7 }

const MONTHS: Readonly<Record<'month' | 'quarter' | 'year', number>> = { month: 1, quarter: 3, year: 12 }

/** First day of the period that contains `day`. */
export const periodStart = (day: LocalDay, grain: PeriodGrain, calendar: PeriodCalendar): LocalDay => {
  if (grain === 'day') return day
  if (grain === 'week') return addDays(day, -((toWeekday(day) + 7 - FIRST_WEEKDAY[calendar.weekStart]) % 7))
  const monthsInto = (parseLocalDay(day).month + 12 - calendar.fiscalYearStartMonth) % MONTHS[grain]
  return addMonths(startOfMonth(day), -monthsInto)
}

/** The period that contains `day`. */
export const periodOf = (day: LocalDay, grain: PeriodGrain, calendar: PeriodCalendar): CustomRange => {
  const from = periodStart(day, grain, calendar)
  return { from, until: shiftPeriod(from, grain, 1) }
}

/** First day of the period `count` periods after (or, if negative, before) the one that starts at `start`. */
export const shiftPeriod = (start: LocalDay, grain: PeriodGrain, count: number): LocalDay => {
  if (grain === 'day') return addDays(start, count)
  if (grain === 'week') return addDays(start, count * 7)
  return addMonths(start, count * MONTHS[grain])
}

/**
 * First days of all periods that overlap the half-open range, in order: the buckets of a chart. The first may start before
 * `from`.
 */
export const bucketsIn = (range: CustomRange, grain: PeriodGrain, calendar: PeriodCalendar): LocalDay[] => {
  const starts: LocalDay[] = []
  const first = periodStart(range.from, grain, calendar)
  for (let start = first; start < range.until; start = shiftPeriod(start, grain, 1)) starts.push(start)
  return starts
}
