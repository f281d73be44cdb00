import { addDays, weekdayOf } from '#domain/ranges/local-day.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { type Found, GRAINS, isOneOf, monthAt, textAt } from './day-tokens.ts'
import { wholeNumber } from './numbers.ts'
import { lastDays, lastMonthNamed, lastPeriods, type NamedRange, namedDays } from './periods.ts'
import type { Token } from './token.ts'

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

export const readNamed = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  const found = NAMED.map(([phrase, range]) => ({ range, length: startsWith(tokens, at, phrase) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length)[0]
  return found ? { days: namedDays(found.range, calendar), length: found.length } : null
}

/** "last 6 weeks", "past year", "previous quarter". */
export const readLast = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  if (!['last', 'past', 'previous', 'prior', 'trailing', 'preceding'].includes(textAt(tokens, at))) return null
  const month = monthAt(tokens, at + 1)
  if (textAt(tokens, at) === 'last' && month > 0) return { days: lastMonthNamed(month, calendar), length: 2 }
  const count = wholeNumber(textAt(tokens, at + 1))
  const unitAt = count === null ? at + 1 : at + 2
  const stopWord = ['full', 'whole', 'calendar', 'complete', 'completed'].includes(textAt(tokens, unitAt)) ? 1 : 0
  const grain = GRAINS[textAt(tokens, unitAt + stopWord)]
  if (grain === undefined || count === 0) return null
  const length = unitAt + stopWord + 1 - at
  if (grain === 'day') return count === null || count > 3660 ? null : { days: lastDays(count, calendar), length }
  return (count ?? 1) > 600 ? null : { days: lastPeriods(grain, count ?? 1, calendar), length }
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** "last Saturday": the latest before today. Without "last" it might be in the future. */
export const readWeekday = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  const weekday = WEEKDAYS.indexOf(textAt(tokens, at + 1)) + 1
  if (textAt(tokens, at) !== 'last' || weekday === 0) return null
  const back = ((weekdayOf(calendar.today) - weekday + 6) % 7) + 1
  const from = addDays(calendar.today, -back)
  return { days: { from, until: addDays(from, 1), named: null }, length: 2 }
}

const SATURDAY = 6

/** "last weekend": the latest Saturday and Sunday that are over. */
export const readWeekend = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  if (!isOneOf(tokens, at, ['last', 'past', 'previous']) || textAt(tokens, at + 1) !== 'weekend') return null
  const lastSunday = addDays(calendar.today, -weekdayOf(calendar.today))
  const until = addDays(lastSunday, 1)
  return { days: { from: addDays(lastSunday, SATURDAY - 7), until, named: null }, length: 2 }
}

const NOT_DONE = ['order', 'ordered', 'bought', 'purchased', 'anything', 'back']

/** "not ordered in six months": the last six months, as the negation can only refer to the past. */
export const readWithout = (tokens: readonly Token[], at: number, calendar: RangeCalendar): Found | null => {
  const isBehind = isOneOf(tokens, at - 1, ['in', 'for']) && isOneOf(tokens, at - 2, NOT_DONE)
  const isDenied = tokens.slice(0, at).some(({ text }) => text === 'not' || text.endsWith("n't"))
  const count = wholeNumber(textAt(tokens, at))
  const grain = GRAINS[textAt(tokens, at + 1)]
  if (!isBehind || !isDenied || count === null || count < 1 || count > 600 || grain === undefined) return null
  const days = grain === 'day' ? lastDays(count, calendar) : lastPeriods(grain, count, calendar)
  return { days, length: 2 }
}
