import { addDays, addMonths, isLocalDay, type LocalDay, parseLocalDay } from '#domain/ranges/local-day.ts'
import { periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import { type PeriodGrain, RANGE_RULES, type RelativeRange } from '#domain/ranges/relative-range.ts'
import { type RangeCalendar, resolveRange } from '#domain/ranges/resolve-range.ts'
import { upperFirst } from '#domain/text.ts'
import type { Days } from '../tag.ts'

export type NamedRange = Exclude<RelativeRange, 'None'>

/** The days of a named range. */
export const namedDays = (named: NamedRange, calendar: RangeCalendar): Days => {
  const range = resolveRange(named, calendar)
  if (range === null) throw new RangeError(`${named} has no days`)
  return { from: range.from, until: range.until, named }
}

export const isNamedRange = (name: string): name is NamedRange => Object.hasOwn(RANGE_RULES, name)

/** The last `count` days including today; a named range where there is one. */
export const lastDays = (count: number, calendar: RangeCalendar): Days => {
  const name = `Last${count}Days`
  if (isNamedRange(name)) return namedDays(name, calendar)
  const tomorrow = addDays(calendar.today, 1)
  return { from: addDays(tomorrow, -count), until: tomorrow, named: null }
}

/** The `count` whole periods before the current one. */
export const lastPeriods = (grain: PeriodGrain, count: number, calendar: RangeCalendar): Days => {
  const name = `Last${upperFirst(grain)}`
  if (count === 1 && isNamedRange(name)) return namedDays(name, calendar)
  const until = periodStart(calendar.today, grain, calendar)
  return { from: shiftPeriod(until, grain, -count), until, named: null }
}

/** A year by its number: the fiscal year that ends in it. */
export const yearDays = (year: number, { fiscalYearStartMonth }: RangeCalendar): Days => {
  const first = fiscalYearStartMonth === 1 ? `${year}-01-01` : `${year - 1}-${padTwoDigits(fiscalYearStartMonth)}-01`
  return { from: first, until: addMonths(first, 12), named: null }
}

/** A quarter of the fiscal year, 1 to 4; without a year the latest that has started. */
export const quarterDays = (quarter: number, year: number | null, calendar: RangeCalendar): Days => {
  const of = (number: number): Days => {
    const from = addMonths(yearDays(number, calendar).from, (quarter - 1) * 3)
    return { from, until: addMonths(from, 3), named: null }
  }
  if (year !== null) return of(year)
  const thisYear = parseLocalDay(
    addDays(shiftPeriod(periodStart(calendar.today, 'year', calendar), 'year', 1), -1),
  ).year
  const latest = of(thisYear)
  return latest.from <= calendar.today ? latest : of(thisYear - 1)
}

/** A calendar month, 1 to 12; without a year the latest that has started. */
export const monthDays = (month: number, year: number | null, { today }: Pick<RangeCalendar, 'today'>): Days => {
  const thisYear = parseLocalDay(today).year
  const monthYear = year ?? (month <= parseLocalDay(today).month ? thisYear : thisYear - 1)
  const from = `${monthYear}-${padTwoDigits(month)}-01`
  return { from, until: addMonths(from, 1), named: null }
}

/** A day of a month; null if the month has no such day. Without a year the latest that has started. */
export const dayDays = (
  month: number,
  day: number,
  year: number | null,
  { today }: { readonly today: LocalDay },
): Days | null => {
  const civil = parseLocalDay(today)
  const isPast = month < civil.month || (month === civil.month && day <= civil.day)
  const from = `${year ?? (isPast ? civil.year : civil.year - 1)}-${padTwoDigits(month)}-${padTwoDigits(day)}`
  return isLocalDay(from) ? { from, until: addDays(from, 1), named: null } : null
}

const padTwoDigits = (number: number): string => String(number).padStart(2, '0')
