import type { HomePeriod } from '#domain/home.ts'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import { addDays, type LocalDay, startOfMonth, toWeekday } from '#domain/ranges/local-day.ts'
import { periodStart } from '#domain/ranges/period.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { toLocalTime } from '#domain/ranges/time-zone.ts'

/** Half-open local days, and what they are compared with. */
export interface HomeDays {
  readonly from: LocalDay
  readonly until: LocalDay
  readonly compare: CompareMode
}

/** Hours of today that data brought up to date at the instant, in epoch milliseconds, is complete for; 0 on another day. */
export const completeHours = (loadedAt: number, today: LocalDay, timeZone: string): number => {
  const [day, time = ''] = toLocalTime(loadedAt, timeZone).split(' ')
  return day === today ? Number(time.slice(0, 2)) : 0
}

const SATURDAY = 6

/** The weekend that today belongs to, else the last one. */
const weekend = (today: LocalDay): HomeDays => {
  const daysBack = (toWeekday(today) + 7 - SATURDAY) % 7
  const from = addDays(today, -daysBack)
  return { from, until: addDays(from, 2), compare: 'sameWeekdays' }
}

/** The days of a period of Home: today, a weekend, or the week or month so far. */
export const homeDays = (period: HomePeriod, calendar: RangeCalendar): HomeDays => {
  const { today } = calendar
  const until = addDays(today, 1)
  switch (period) {
    case 'today':
      return { from: today, until, compare: 'sameWeekdays' }
    case 'weekend':
      return weekend(today)
    case 'week':
      return { from: periodStart(today, 'week', calendar), until, compare: 'sameWeekdays' }
    case 'month':
      return { from: startOfMonth(today), until, compare: 'previousYear' }
  }
}
