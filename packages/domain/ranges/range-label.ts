import { addDays, civilOf, type LocalDay } from './local-day.ts'

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const monthAndDay = (day: LocalDay): string => {
  const civil = civilOf(day)
  return `${MONTH_NAMES[civil.month - 1]} ${civil.day}`
}

/** The days of a half-open range in words, last day named: `Jan 1 – Mar 31, 2026`; one day: `Mar 3, 2026`. */
export const rangeLabel = (from: LocalDay, until: LocalDay): string => {
  const last = addDays(until, -1)
  const lastYear = civilOf(last).year
  const end = `${monthAndDay(last)}, ${lastYear}`
  if (from === last) return end
  const fromYear = civilOf(from).year
  return fromYear === lastYear ? `${monthAndDay(from)} – ${end}` : `${monthAndDay(from)}, ${fromYear} – ${end}`
}
