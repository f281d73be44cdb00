import { addDays, isLocalDay } from '#domain/ranges/local-day.ts'
import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Days, Reading } from './meaning.ts'
import { wholeNumber } from './numbers.ts'
import {
  dayDays,
  lastDays,
  lastMonthNamed,
  lastPeriods,
  monthDays,
  type NamedRange,
  namedDays,
  quarterDays,
  yearDays,
} from './period-words.ts'
import type { Token } from './token.ts'

/** Days that words name, and how many words they take. */
interface Found {
  readonly days: Days
  readonly length: number
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const ORDINALS = ['first', 'second', 'third', 'fourth']
const GRAINS: Readonly<Record<string, PeriodGrain>> = {
  day: 'day',
  days: 'day',
  week: 'week',
  weeks: 'week',
  month: 'month',
  months: 'month',
  quarter: 'quarter',
  quarters: 'quarter',
  year: 'year',
  years: 'year',
}

const NAMED: readonly (readonly [phrase: string, range: NamedRange])[] = [
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['this week so far', 'wtd'],
  ['so far this week', 'wtd'],
  ['week to date', 'wtd'],
  ['wtd', 'wtd'],
  ['this month so far', 'mtd'],
  ['so far this month', 'mtd'],
  ['month to date', 'mtd'],
  ['mtd', 'mtd'],
  ['this quarter so far', 'qtd'],
  ['so far this quarter', 'qtd'],
  ['quarter to date', 'qtd'],
  ['qtd', 'qtd'],
  ['this year so far', 'ytd'],
  ['so far this year', 'ytd'],
  ['year to date', 'ytd'],
  ['ytd', 'ytd'],
  ['this year to date', 'ytd'],
  ['this week', 'ThisWeek'],
  ['current week', 'ThisWeek'],
  ['this month', 'ThisMonth'],
  ['current month', 'ThisMonth'],
  ['this quarter', 'ThisQuarter'],
  ['current quarter', 'ThisQuarter'],
  ['this year', 'ThisYear'],
  ['current year', 'ThisYear'],
  ['this fiscal year', 'ThisYear'],
  ['last fiscal year', 'LastYear'],
  ['half year', 'Last180Days'],
]

const startsWith = (tokens: readonly Token[], at: number, phrase: string): number => {
  const words = phrase.split(' ')
  return words.every((word, place) => tokens[at + place]?.text === word) ? words.length : 0
}

const textAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? ''

const monthAt = (tokens: readonly Token[], at: number): number => {
  const text = textAt(tokens, at)
  // "may" and "march" are words too, as which they are not written with a capital
  if ((text === 'may' || text === 'march') && tokens[at]?.typed.charAt(0) === text.charAt(0))
    return isAfterIn(tokens, at) ? MONTHS.indexOf(text) + 1 : 0
  return (
    MONTHS.findIndex((name) => name === text || (text.length >= 3 && text.length <= 4 && name.startsWith(text))) + 1
  )
}

const isAfterIn = (tokens: readonly Token[], at: number): boolean =>
  [
    'in',
    'for',
    'during',
    'since',
    'of',
    'last',
    'this',
    'to',
    'and',
    'from',
    'through',
    'until',
    'between',
    'before',
    'by',
    'vs',
    'versus',
  ].includes(textAt(tokens, at - 1))

const yearAt = (tokens: readonly Token[], at: number): number | null => {
  const text = textAt(tokens, at)
  return /^(19[89]\d|20\d\d)$/.test(text) ? Number(text) : null
}

/** A year after the words before, perhaps behind "of". */
const followingYear = (
  tokens: readonly Token[],
  at: number,
): { readonly year: number | null; readonly length: number } => {
  const direct = yearAt(tokens, at)
  if (direct !== null) return { year: direct, length: 1 }
  const behind = textAt(tokens, at) === 'of' || textAt(tokens, at) === 'in' ? yearAt(tokens, at + 1) : null
  return behind === null ? { year: null, length: 0 } : { year: behind, length: 2 }
}

const dayNumber = (text: string): number | null => {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text) ?? []
  const day = Number(digits)
  return digits !== undefined && day >= 1 && day <= 31 ? day : null
}

const readNamed = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  const found = NAMED.map(([phrase, range]) => ({ range, length: startsWith(tokens, at, phrase) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length)[0]
  return found ? { days: namedDays(found.range, calendar), length: found.length } : null
}

/** "last 6 weeks", "past year", "previous quarter". */
const readLast = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  if (!['last', 'past', 'previous', 'prior', 'trailing', 'preceding'].includes(textAt(tokens, at))) return null
  const month = monthAt(tokens, at + 1)
  if (textAt(tokens, at) === 'last' && month > 0) return { days: lastMonthNamed(month, calendar), length: 2 }
  const count = wholeNumber(textAt(tokens, at + 1))
  const unitAt = count === null ? at + 1 : at + 2
  const filler = ['full', 'whole', 'calendar', 'complete', 'completed'].includes(textAt(tokens, unitAt)) ? 1 : 0
  const grain = GRAINS[textAt(tokens, unitAt + filler)]
  if (grain === undefined || count === 0) return null
  const length = unitAt + filler + 1 - at
  if (grain === 'day') return count === null || count > 3660 ? null : { days: lastDays(count, calendar), length }
  return (count ?? 1) > 600 ? null : { days: lastPeriods(grain, count ?? 1, calendar), length }
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
  const lead = ['year', 'fy'].includes(textAt(tokens, at)) ? 1 : 0
  const year = yearAt(tokens, at + lead)
  return year === null ? null : { days: yearDays(year, calendar), length: lead + 1 }
}

const readIso = (tokens: readonly Token[], at: number): Found | null => {
  const day = textAt(tokens, at)
  return isLocalDay(day) ? { days: { from: day, until: addDays(day, 1), named: null }, length: 1 } : null
}

const READERS = [readNamed, readLast, readQuarter, readMonth, readYear, readIso]

const readPoint = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null =>
  READERS.map((read) => read(tokens, at, calendar)).reduce<Found | null>(
    (best, found) => (found !== null && found.length > (best?.length ?? 0) ? found : best),
    null,
  )

const isOneOf = (tokens: readonly Token[], at: number, words: readonly string[]): boolean =>
  words.includes(textAt(tokens, at))

/** "from January to March 2024", "between March 1 and March 15": the last day named is in. */
const readSpan = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  const lead = isOneOf(tokens, at, ['from', 'between']) ? 1 : 0
  const first = readPoint(tokens, at + lead, calendar)
  if (first === null) return null
  const joint = at + lead + first.length
  const joints = textAt(tokens, at) === 'between' ? ['and'] : ['to', 'through', 'until', 'till', 'thru']
  if (!isOneOf(tokens, joint, joints)) return null
  const last = readPoint(tokens, joint + 1, calendar)
  if (last === null) return null
  const length = joint + 1 + last.length - at
  const begun = first.days.from < last.days.until ? first.days : null
  const wanted = sameYear(tokens, at + lead, last, calendar) ?? begun
  if (wanted === null || wanted.from >= last.days.until) return null
  return { days: { from: wanted.from, until: last.days.until, named: null }, length }
}

/** The first of two without a year takes the year of the second: "January to March 2024". */
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

/** "since March", "after March 3", "before 2024", "until June": the open side ends today, or has no beginning. */
const readOpen = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Reading | null => {
  const word = textAt(tokens, at)
  if (!['since', 'after', 'before', 'until', 'till', 'starting'].includes(word)) return null
  const lead = word === 'since' && isOneOf(tokens, at + 1, ['the']) ? 2 : 1
  const point = readPoint(tokens, at + lead, calendar)
  if (point === null) return null
  const length = lead + point.length
  const tomorrow = addDays(calendar.today, 1)
  if (word === 'before') return read({ from: '1900-01-01', until: point.days.from, named: null }, length, 'before')
  if (word === 'until' || word === 'till')
    return read({ from: '1900-01-01', until: point.days.until, named: null }, length, 'before')
  const from = word === 'after' ? point.days.until : point.days.from
  return from < tomorrow ? read({ from, until: tomorrow, named: null }, length) : null
}

/** The days that the words at a place name, if they do; what can be read in several ways, such as 3/4/2026, is not read. */
export const readDays = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Reading | null => {
  const open = readOpen(tokens, at, calendar)
  if (open !== null) return open
  const found = readSpan(tokens, at, calendar) ?? readPoint(tokens, at, calendar)
  return found && read(found.days, found.length)
}
