import {
  addDays,
  addMonths,
  civilOf,
  daysInMonth,
  type LocalDay,
  localDay,
  weekdayOf,
} from '#domain/ranges/local-day.ts'

/** When a report is sent: local days and hours of the account. */
export interface Timing {
  readonly cadence: 'daily' | 'weekly' | 'monthly'
  /** 1 (Monday) to 7; for weekly */
  readonly weekday: number
  /** 1 to 31, the last one where the month is shorter; for monthly */
  readonly day: number
  /** 0 to 23 */
  readonly hour: number
}

interface Moment {
  readonly today: LocalDay
  /** hour of the account's clock, 0 to 23 */
  readonly hour: number
}

const monthly = (today: LocalDay, day: number): LocalDay => {
  const { year, month } = civilOf(today)
  return localDay({ year, month, day: Math.min(day, daysInMonth(year, month)) })
}

const candidate = (from: LocalDay, { cadence, weekday, day }: Timing): LocalDay => {
  if (cadence === 'daily') return from
  if (cadence === 'weekly') return addDays(from, (weekday - weekdayOf(from) + 7) % 7)
  const thisMonth = monthly(from, day)
  return thisMonth >= from ? thisMonth : monthly(addMonths(monthly(from, 1), 1), day)
}

/** The local day on which the report is sent next; today counts until its hour has come. */
export const nextSending = (timing: Timing, { today, hour }: Moment): LocalDay =>
  candidate(hour < timing.hour ? today : addDays(today, 1), timing)
