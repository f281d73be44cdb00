import { addDays, diffDays } from '#domain/ranges/local-day.ts'
import type { SubjectKind } from '../../account/metric.ts'
import type { HolidayCalendar } from '../../calendar/holidays.ts'
import type { ScoredSubject } from '../../scoring/scored-account.ts'
import { type DayRange, periodAt } from '../../series/series.ts'
import { noneProbability } from '../../statistics/tails.ts'

/** Consecutive days without an order of an otherwise active subject. */
export interface Silence extends DayRange {
  readonly subject: ScoredSubject['subject']
  /** expected orders */
  readonly expected: number
  /** expected net sales, minor units */
  readonly stake: number
  readonly probability: number
}

/** Expected orders below which silence is not reported. */
const FEWEST_ORDERS = 6
const RARE = 1e-4
/** Minimum variation between days in addition to counting noise: a slow week is not a data problem. */
const LEAST_SPREAD = 0.1
/** The winery counts as closed on days with a forecast below this share of a usual day. */
const CLOSED = 0.1

/** Subjects whose silence is a data problem rather than a day off. */
const SOURCES: ReadonlySet<SubjectKind> = new Set(['account', 'service', 'channel'])

const isOpenDay = (expected: number, usual: number): boolean => expected > CLOSED * usual

const longestBefore = (values: Float64Array, end: number): number => {
  let [longest, run] = [0, 0]
  for (let at = 0; at < end; at += 1) {
    run = values[at] === 0 ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

const DAYS_A_WEEK = 7
/** Weeks before a silence that show what its weekdays usually bring, and how many are needed. */
const WEEKS_BEFORE = 8
const FEWEST_WEEKS = 4

/** Values on the weekday of `at` in the weeks before `first`, the latest first. */
const sameWeekdays = (values: Float64Array, at: number, first: number): number[] => {
  const latest = at - DAYS_A_WEEK * Math.ceil((at - first + 1) / DAYS_A_WEEK)
  return Array.from({ length: WEEKS_BEFORE }, (_, week) => latest - week * DAYS_A_WEEK)
    .filter((day) => day >= 0)
    .map((day) => values[day] ?? 0)
}

/** Orders that the silent weekdays brought in the weeks before; null if too few weeks are known, or one was silent too. */
const usualOnWeekdays = (values: Float64Array, first: number, last: number): number | null => {
  const days = Array.from({ length: last - first + 1 }, (_, at) => sameWeekdays(values, first + at, first))
  const weeks = Math.min(...days.map(({ length }) => length))
  const isSilentToo = (week: number): boolean => days.every((before) => before[week] === 0)
  if (weeks < FEWEST_WEEKS || Array.from({ length: weeks }, (_, week) => week).some(isSilentToo)) return null
  return days.reduce((sum, before) => sum + before.reduce((a, b) => a + b, 0) / before.length, 0)
}

const silenceEndingAt = (
  { byDay, worth, subject, days }: ScoredSubject,
  last: number,
  holidays: HolidayCalendar,
): Silence | null => {
  if (byDay === null) return null
  let first = last
  while (first > 0 && days.values[first - 1] === 0) first -= 1
  const before = byDay.at(first, 1)
  if (before === null) return null
  const scores = Array.from({ length: last - first + 1 }, (_, at) => byDay.at(first + at, 1))
  const forecasts = scores.map((score) => score?.expected ?? 0)
  const usual = Math.max(...forecasts)
  const open = forecasts.filter((value) => isOpenDay(value, usual)).length
  const isHoliday = forecasts.every(
    (value, at) => !isOpenDay(value, usual) || holidays.on(periodAt(byDay.series, first + at)).length > 0,
  )
  const usualOrders = usualOnWeekdays(days.values, first, last)
  if (usualOrders === null) return null
  // Neither the forecast nor the weekdays alone are enough: a trend or a rare event can make one of them too high.
  const expected = Math.min(
    usualOrders,
    forecasts.reduce((sum, value) => sum + value, 0),
  )
  const probability = noneProbability({ mean: expected, spread: LEAST_SPREAD })
  const isUsual = open < 2 && longestBefore(days.values, first) > last - first
  if (isHoliday || isUsual || expected < FEWEST_ORDERS || probability > RARE) return null
  const [from, until] = [periodAt(byDay.series, first), periodAt(byDay.series, last + 1)]
  return { from, until, subject, expected, stake: Math.round(expected * worth), probability }
}

/** Silences with a day in the range that have ended, or last until its end. */
export const findSilences = (
  account: readonly ScoredSubject[],
  { from, until }: DayRange,
  holidays: HolidayCalendar,
): Silence[] =>
  account
    .filter(({ metric, byDay, subject }) => metric === 'orderCount' && byDay !== null && SOURCES.has(subject.kind))
    .flatMap((scored) => {
      const { values, from: start } = { values: scored.days.values, from: scored.days.from }
      const found: Silence[] = []
      for (let at = Math.max(0, diffDays(start, from)); at < Math.min(values.length, diffDays(start, until)); at += 1) {
        const isLast = values[at] === 0 && (values[at + 1] !== 0 || addDays(start, at + 1) >= until)
        const silence = isLast ? silenceEndingAt(scored, at, holidays) : null
        if (silence !== null) found.push(silence)
      }
      return found
    })
