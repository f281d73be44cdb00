/** A calendar day of the account, `YYYY-MM-DD`, without time zone and time. Sorts as text. Years 0001 to 9999. */
export type LocalDay = string & { readonly __brand?: 'LocalDay' }

/** Monday is 1, Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

export interface CivilDate {
  readonly year: number
  /** 1 to 12 */
  readonly month: number
  /** 1 to 31 */
  readonly day: number
}

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

export const daysInMonth = (year: number, month: number): number => {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

export const parseLocalDay = (day: LocalDay): CivilDate => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
  day: Number(day.slice(8, 10)),
})

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value))

export const localDay = ({ year, month, day }: CivilDate): LocalDay =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`

/** True for an existing day written `YYYY-MM-DD`. */
export const isLocalDay = (text: string): text is LocalDay => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const { year, month, day } = parseLocalDay(text)
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** Days since 0001-01-01, which is day 0 and a Monday. */
export const dayNumber = (day: LocalDay): number => {
  const { year, month, day: dayOfMonth } = parseLocalDay(day)
  const past = year - 1
  const leapDays = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400)
  const leapDayThisYear = month > 2 && isLeapYear(year) ? 1 : 0
  return past * 365 + leapDays + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + leapDayThisYear + dayOfMonth - 1
}

const DAYS_IN_400_YEARS = 146_097

const firstDayNumberOf = (year: number): number => {
  const past = year - 1
  return past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400)
}

/** The day that is `number` days after 0001-01-01. */
export const dayOfNumber = (number: number): LocalDay => {
  let year = Math.floor((number * 400) / DAYS_IN_400_YEARS) + 1
  if (firstDayNumberOf(year) > number) year -= 1
  if (firstDayNumberOf(year + 1) <= number) year += 1
  let day = number - firstDayNumberOf(year) + 1
  let month = 1
  while (day > daysInMonth(year, month)) {
    day -= daysInMonth(year, month)
    month += 1
  }
  return localDay({ year, month, day })
}

/** `count` may be negative. */
export const addDays = (day: LocalDay, count: number): LocalDay => dayOfNumber(dayNumber(day) + count)

/** Days from `from` to `until`; negative if `until` is earlier. */
export const diffDays = (from: LocalDay, until: LocalDay): number => dayNumber(until) - dayNumber(from)

/** `count` may be negative; a day that the month does not have becomes its last (Jan 31 + 1 is Feb 28 or 29). */
export const addMonths = (day: LocalDay, count: number): LocalDay => {
  const civil = parseLocalDay(day)
  const months = civil.year * 12 + civil.month - 1 + count
  const year = Math.floor(months / 12)
  const month = months - year * 12 + 1
  return localDay({ year, month, day: Math.min(civil.day, daysInMonth(year, month)) })
}

/** Feb 29 becomes Feb 28 in a common year. */
export const addYears = (day: LocalDay, count: number): LocalDay => addMonths(day, count * 12)

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

export const toWeekday = (day: LocalDay): Weekday => WEEKDAYS[dayNumber(day) % 7] ?? 1

export const startOfMonth = (day: LocalDay): LocalDay => `${day.slice(0, 7)}-01`

export const earlierDay = (a: LocalDay, b: LocalDay): LocalDay => (a < b ? a : b)

export const laterDay = (a: LocalDay, b: LocalDay): LocalDay => (a < b ? b : a)

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Mar 2026`, of `2026-03`. */
export const monthLabel = (month: string): string => `${MONTH_NAMES[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

const monthAndDay = (day: LocalDay): string => {
  const civil = parseLocalDay(day)
  return `${MONTH_NAMES[civil.month - 1]} ${civil.day}`
}

/** Formats a half-open range with its last day included: `Jan 1 – Mar 31, 2026`; one day: `Mar 3, 2026`. */
export const rangeLabel = (from: LocalDay, until: LocalDay): string => {
  const last = addDays(until, -1)
  const lastYear = parseLocalDay(last).year
  const end = `${monthAndDay(last)}, ${lastYear}`
  if (from === last) return end
  const fromYear = parseLocalDay(from).year
  return fromYear === lastYear ? `${monthAndDay(from)} – ${end}` : `${monthAndDay(from)}, ${fromYear} – ${end}`
}

/** The first such weekday on or after a day. */
export const weekdayFrom = (day: LocalDay, weekday: number): LocalDay =>
  addDays(day, (weekday - toWeekday(day) + 7) % 7)
