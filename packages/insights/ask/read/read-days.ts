import { addDays, addMonths, isLocalDay } from '#domain/ranges/local-day.ts'
import { periodStart } from '#domain/ranges/period.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { type Found, isOneOf, monthAt, textAt } from './day-tokens.ts'
import type { Days, Reading } from './meaning.ts'
import { dayDays, monthDays, quarterDays, yearDays } from './periods.ts'
import { readLast, readNamed, readWeekday, readWeekend, readWithout } from './read-recent.ts'
import type { Token } from './token.ts'

const ORDINALS = ['first', 'second', 'third', 'fourth']
const yearAt = (tokens: readonly Token[], at: number): number | null => {
  const text = textAt(tokens, at)
  return /^(19[89]\d|20\d\d)$/.test(text) ? Number(text) : null
}

/** A year after the previous words, optionally after "of". */
const followingYear = (
  tokens: readonly Token[],
  at: number,
): { readonly year: number | null; readonly length: number } => {
  const direct = yearAt(tokens, at)
  if (direct !== null) return { year: direct, length: 1 }
  const following = textAt(tokens, at) === 'of' || textAt(tokens, at) === 'in' ? yearAt(tokens, at + 1) : null
  return following === null ? { year: null, length: 0 } : { year: following, length: 2 }
}

const dayNumber = (text: string): number | null => {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text) ?? []
  const day = Number(digits)
  return digits !== undefined && day >= 1 && day <= 31 ? day : null
}

const readQuarter = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  const [, digit] = /^q([1-4])$/.exec(textAt(tokens, at)) ?? []
  const ordinal =
    textAt(tokens, at + 1) === 'quarter'
      ? Math.max(ORDINALS.indexOf(textAt(tokens, at)), ['1st', '2nd', '3rd', '4th'].indexOf(textAt(tokens, at))) + 1
      : 0
  const quarter = digit === undefined ? ordinal : Number(digit)
  if (quarter === 0) return null
  const words = digit === undefined ? 2 : 1
  const { year, length } = followingYear(tokens, at + words)
  return { days: quarterDays(quarter, year, calendar), length: words + length }
}

/** "March", "March 2024", "March 3", "March 3 2024", "3 March". */
const readMonth = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  const dayFirst = dayNumber(textAt(tokens, at))
  const ofWord = dayFirst !== null && textAt(tokens, at + 1) === 'of' ? 1 : 0
  const monthPlace = dayFirst === null ? at : at + 1 + ofWord
  const month = monthAt(tokens, monthPlace)
  if (month === 0) return null
  const dayAfter = dayFirst === null ? dayNumber(textAt(tokens, at + 1)) : null
  const day = dayFirst ?? dayAfter
  const yearPlace = monthPlace + 1 + (dayAfter === null ? 0 : 1)
  const { year, length } = followingYear(tokens, yearPlace)
  const days = day === null ? monthDays(month, year, calendar) : dayDays(month, day, year, calendar)
  return days && { days, length: yearPlace + length - at }
}

const readYear = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  const leadLength = ['year', 'fy'].includes(textAt(tokens, at)) ? 1 : 0
  const year = yearAt(tokens, at + leadLength)
  return year === null ? null : { days: yearDays(year, calendar), length: leadLength + 1 }
}

const readIso = (tokens: readonly Token[], at: number): Found | null => {
  const day = textAt(tokens, at)
  return isLocalDay(day) ? { days: { from: day, until: addDays(day, 1), named: null }, length: 1 } : null
}

const READERS = [readNamed, readLast, readQuarter, readMonth, readYear, readIso, readWeekday, readWeekend, readWithout]

/** "the week of March 2", "the month of March". */
const readPeriodOf = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  const grain = textAt(tokens, at)
  if (!['week', 'month'].includes(grain) || textAt(tokens, at + 1) !== 'of') return null
  const point = readNearest(tokens, at + 2, calendar)
  if (point === null) return null
  const length = 2 + point.length
  const { from, until } = point.days
  if (grain === 'month') return addMonths(from, 1) === until ? { days: point.days, length } : null
  const start = periodStart(from, 'week', calendar)
  return addDays(from, 1) === until ? { days: { from: start, until: addDays(start, 7), named: null }, length } : null
}

const readPoint = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null =>
  readPeriodOf(tokens, at, calendar) ?? readNearest(tokens, at, calendar)

const readNearest = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null =>
  READERS.map((read) => read(tokens, at, calendar)).reduce<Found | null>(
    (best, found) => (found !== null && found.length > (best?.length ?? 0) ? found : best),
    null,
  )

/** "from January to March 2024", "between March 1 and March 15": the last day is included. */
const readSpan = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  const leadLength = isOneOf(tokens, at, ['from', 'between']) ? 1 : 0
  const first = readPoint(tokens, at + leadLength, calendar)
  if (first === null) return null
  const joint = at + leadLength + first.length
  const joints = textAt(tokens, at) === 'between' ? ['and'] : ['to', 'through', 'until', 'till', 'thru']
  if (!isOneOf(tokens, joint, joints)) return null
  const last = readPoint(tokens, joint + 1, calendar)
  if (last === null) return null
  const length = joint + 1 + last.length - at
  const begun = first.days.from < last.days.until ? first.days : null
  const start = sameYear(tokens, at + leadLength, last, calendar) ?? begun
  if (start === null || start.from >= last.days.until) return null
  return { days: { from: start.from, until: last.days.until, named: null }, length }
}

/** The first of two without a year has the year of the second: "January to March 2024". */
const sameYear = (tokens: readonly Token[], at: number, last: Found, calendar: RangeCalendar): Days | null => {
  const bare = readPoint(tokens, at, calendar)
  const hasYear =
    bare !== null &&
    tokens
      .slice(at, at + bare.length)
      .some(({ text }) => yearAt([{ text, typed: text, isApart: false }], 0) !== null || isLocalDay(text))
  if (bare === null || hasYear || monthAt(tokens, at) === 0) return null
  const before = { ...calendar, today: addDays(last.days.until, -1) }
  return readPoint(tokens, at, before)?.days ?? null
}

const read = (days: Days, length: number, part: 'in' | 'before' = 'in'): Reading => ({
  meanings: [{ kind: 'days', days, part }],
  length,
})

/** "since March", "after March 3", "before 2024", "until June": the open side ends today, or has no start. */
const readOpen = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Reading | null => {
  const word = textAt(tokens, at)
  if (!['since', 'after', 'before', 'until', 'till', 'starting'].includes(word)) return null
  const leadLength = word === 'since' && isOneOf(tokens, at + 1, ['the']) ? 2 : 1
  const point = readPoint(tokens, at + leadLength, calendar)
  if (point === null) return null
  const length = leadLength + point.length
  const tomorrow = addDays(calendar.today, 1)
  if (word === 'before') return read({ from: '1900-01-01', until: point.days.from, named: null }, length, 'before')
  if (word === 'until' || word === 'till')
    return read({ from: '1900-01-01', until: point.days.until, named: null }, length, 'before')
  const from = word === 'after' ? point.days.until : point.days.from
  return from < tomorrow ? read({ from, until: tomorrow, named: null }, length) : null
}

/** The days named by the words at a position. Ambiguous dates, such as 3/4/2026, are not read. */
export const readDays = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Reading | null => {
  const open = readOpen(tokens, at, calendar)
  if (open !== null) return open
  const found = readSpan(tokens, at, calendar) ?? readPoint(tokens, at, calendar)
  return found && read(found.days, found.length)
}
