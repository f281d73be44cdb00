import { addDays, addMonths, type LocalDay, parseLocalDay, toWeekday } from '#domain/ranges/local-day.ts'
import { periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import { DAY_WORDS } from '../../language/days.ts'
import type { Token } from '../../text/token.ts'
import { wholeNumber } from '../numbers.ts'
import type { Days } from '../tag.ts'
import { matchLength, matchOne } from './match-phrase.ts'
import { lastDays, lastMonthNamed, lastPeriods, monthDays, namedDays, quarterDays } from './periods.ts'
import {
  type AskCalendar,
  grainAt,
  monthAt,
  type NamedDays,
  type ReadDays,
  unnamed,
  weekdayAt,
  yearBefore,
  yearlyAt,
  yearlyBy,
} from './read-point.ts'

type Which = 'last' | 'this' | 'next'

const MOST_PERIODS = 600
const MOST_DAYS = 3660

const MONTHS: Readonly<Record<PeriodGrain, number>> = { day: 0, week: 0, month: 1, quarter: 3, year: 12 }

/** So many periods ago, to the day. */
export const exactlyBefore = (today: LocalDay, grain: PeriodGrain, count: number): LocalDay => {
  if (grain === 'day') return addDays(today, 1 - count)
  return grain === 'week' ? addDays(today, -7 * count) : addMonths(today, -count * MONTHS[grain])
}

export const THIS = {
  day: 'Today',
  week: 'ThisWeek',
  month: 'ThisMonth',
  quarter: 'ThisQuarter',
  year: 'ThisYear',
} as const

const followingPeriods = (grain: PeriodGrain, count: number, calendar: AskCalendar): Days => {
  const from = shiftPeriod(periodStart(calendar.today, grain, calendar), grain, 1)
  return unnamed(from, shiftPeriod(from, grain, count))
}

const weekendFrom = (today: LocalDay, which: Which): LocalDay => {
  const sunday = addDays(today, 7 - toWeekday(today))
  const current = addDays(sunday, -1)
  if (which === 'this') return current
  if (which === 'next') return addDays(current, 7)
  return addDays(current, -7)
}

/** "last Saturday" is before today, "this Saturday" in the current week, "next Saturday" after it. */
const weekdayBy = (weekday: number, which: Which, today: LocalDay): Days => {
  const monday = addDays(today, 1 - toWeekday(today))
  const back = ((toWeekday(today) - weekday + 6) % 7) + 1
  const from = which === 'last' ? addDays(today, -back) : addDays(monday, weekday - 1 + (which === 'next' ? 7 : 0))
  return unnamed(from, addDays(from, 1))
}

const periodsBy = (grain: PeriodGrain, count: number | null, which: Which, calendar: AskCalendar): NamedDays | null => {
  const number = count ?? 1
  if (number < 1 || number > (grain === 'day' ? MOST_DAYS : MOST_PERIODS)) return null
  if (which === 'next') return { days: followingPeriods(grain, number, calendar), length: 0 }
  if (which === 'this') return count === null ? { days: namedDays(THIS[grain], calendar), length: 0 } : null
  const since = exactlyBefore(calendar.today, grain, number)
  if (grain !== 'day') return { days: lastPeriods(grain, number, calendar), length: 0, since }
  return count === null
    ? { days: namedDays('Yesterday', calendar), length: 0 }
    : { days: lastDays(number, calendar), length: 0, since }
}

/** What a relative word may refer to, other than a number of periods. */
const namedBy = (tokens: readonly Token[], at: number, which: Which, calendar: AskCalendar): NamedDays | null => {
  const { today } = calendar
  const weekend = matchLength(tokens, at, DAY_WORDS.weekend)
  if (weekend > 0) {
    const from = weekendFrom(today, which)
    return { days: unnamed(from, addDays(from, 2)), length: weekend }
  }
  const weekday = weekdayAt(tokens, at)
  if (weekday > 0) return { days: weekdayBy(weekday, which, today), length: 1 }
  const yearly = yearlyAt(tokens, at, calendar)
  if (yearly !== null && yearly.rule !== null) {
    const days = yearlyBy(yearly.rule, which, today)
    return { days, length: yearly.length, yearBefore: yearBefore(yearly.rule, days) }
  }
  const month = monthAt(tokens, at)
  if (month > 0) return { days: monthBy(month, which, calendar), length: 1 }
  const quarter = matchOne(
    tokens,
    at,
    DAY_WORDS.quarters.map((text, index) => [index + 1, text] as const),
  )
  if (quarter === null || which !== 'last') return null
  const latest = quarterDays(quarter.value, null, calendar)
  const days = latest.until > today ? unnamed(addMonths(latest.from, -12), addMonths(latest.until, -12)) : latest
  return { days, length: quarter.length }
}

const monthBy = (month: number, which: Which, calendar: AskCalendar): Days => {
  const { year, month: current } = parseLocalDay(calendar.today)
  if (which === 'last') return lastMonthNamed(month, calendar)
  if (which === 'this') return monthDays(month, year, calendar)
  return monthDays(month, month > current ? year : year + 1, calendar)
}

const whichAt = (tokens: readonly Token[], at: number) =>
  matchOne<Which>(tokens, at, [
    ['last', DAY_WORDS.last],
    ['this', DAY_WORDS.this],
    ['next', DAY_WORDS.next],
  ])

/** "last 6 weeks", "past year", "this Saturday", "next month", "the month before last". */
export const readRelative: ReadDays = (tokens, at, calendar) => {
  const which = whichAt(tokens, at)
  if (which === null) return readAfter(tokens, at, calendar)
  const named = namedBy(tokens, at + which.length, which.value, calendar)
  if (named !== null) return { ...named, length: which.length + named.length }
  const count = countAt(tokens, at + which.length)
  const unitAt = at + which.length + count.length
  const whole = matchLength(tokens, unitAt, DAY_WORDS.whole)
  const grain = grainAt(tokens, unitAt + whole)
  const found = grain && periodsBy(grain.value, count.value, which.value, calendar)
  if (grain === null || found === null) return null
  // "last month" is that month; "the last month" and "the past month" go back to the day
  const isPeriod =
    count.value === null && which.length === 1 && tokens[at]?.text !== 'past' && tokens[at - 1]?.text !== 'the'
  const { since, ...period } = found
  const length = unitAt + whole + grain.length - at
  return isPeriod || since === undefined ? { ...period, length } : { ...period, since, length }
}

/** "6", "a couple of". */
export const countAt = (
  tokens: readonly Token[],
  at: number,
): { readonly value: number | null; readonly length: number } => {
  const lead = tokens[at]?.text === 'a' ? 1 : 0
  const value = wholeNumber(tokens[at + lead]?.text ?? '')
  if (value === null) return { value: null, length: 0 }
  const of = tokens[at + lead + 1]?.text === 'of' ? 1 : 0
  return { value, length: lead + 1 + of }
}

/** The relative word follows: "month before last", "3 weeks ago". */
const readAfter: ReadDays = (tokens, at, calendar) => {
  const count = countAt(tokens, at)
  const article = count.value === null && ['a', 'an'].includes(tokens[at]?.text ?? '') ? 1 : 0
  const unitAt = at + count.length + article
  const grain = grainAt(tokens, unitAt)
  if (grain === null) return null
  const after = unitAt + grain.length
  const current = periodStart(calendar.today, grain.value, calendar)
  const periodBack = (back: number, length: number): NamedDays => {
    const from = shiftPeriod(current, grain.value, -back)
    return {
      days: unnamed(from, shiftPeriod(from, grain.value, 1)),
      length,
      since: exactlyBefore(calendar.today, grain.value, back),
    }
  }
  const beforeLast = count.value === null && article === 0 ? matchLength(tokens, after, DAY_WORDS.beforeLast) : 0
  if (beforeLast > 0) return periodBack(2, after + beforeLast - at)
  const ago = matchLength(tokens, after, DAY_WORDS.ago)
  return ago > 0 && (count.value !== null || article > 0) ? periodBack(count.value ?? 1, after + ago - at) : null
}

/** "over the weekend": the latest that has begun. */
export const readThisWeekend: ReadDays = (tokens, at, calendar) => {
  const lead = matchLength(tokens, at, 'over the, during the, this past, for the, of the, on the')
  const weekend = lead > 0 ? matchLength(tokens, at + lead, DAY_WORDS.weekend) : 0
  if (weekend === 0) return null
  const current = weekendFrom(calendar.today, 'this')
  const from = current <= calendar.today ? current : addDays(current, -7)
  return { days: unnamed(from, addDays(from, 2)), length: lead + weekend }
}
