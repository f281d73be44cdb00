import {
  addDays,
  addMonths,
  isLocalDay,
  type LocalDay,
  localDay,
  parseLocalDay,
  toWeekday,
} from '#domain/ranges/local-day.ts'
import { periodStart } from '#domain/ranges/period.ts'
import { PERIOD_GRAINS } from '#domain/ranges/relative-range.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { DAY_WORDS } from '../../language/days.ts'
import type { Token } from '../../text/token.ts'
import type { Days } from '../tag.ts'
import { HOLIDAYS, SEASON_MONTHS } from './holidays.ts'
import { matchLength, matchOne } from './match-phrase.ts'
import { dayDays, isNamedRange, monthDays, namedDays, quarterDays, yearDays } from './periods.ts'

/** Days named by words, and the number of words. */
export interface NamedDays {
  readonly days: Days
  readonly length: number
  readonly since?: LocalDay
  /** of a holiday: that of the year before */
  readonly yearBefore?: Days
  /** of days without a year that are over: the next ones */
  readonly coming?: Days
  /** how unlikely the reading is */
  readonly cost?: number
}

/** A club release on its day. */
export interface NamedRelease {
  readonly name: string
  readonly day: LocalDay
}

export interface AskCalendar extends RangeCalendar {
  /** of all clubs; default: not known */
  readonly clubReleases?: readonly NamedRelease[]
}

export type ReadDays = (tokens: readonly Token[], at: number, calendar: AskCalendar) => NamedDays | null

export const unnamed = (from: LocalDay, until: LocalDay): Days => ({ from, until, named: null })

/** The value of the year or number that it is at a position. */
export const yearAt = (tokens: readonly Token[], at: number): number | null => {
  const text = tokens[at]?.text ?? ''
  return /^(19[89]\d|20\d\d)$/.test(text) ? Number(text) : null
}

interface Year {
  readonly year: number | null
  readonly length: number
}

/** A year after the previous words, perhaps after "of": "2025", "last year". */
const followingYear = (tokens: readonly Token[], at: number, calendar: AskCalendar): Year => {
  const lead = matchLength(tokens, at, DAY_WORDS.of)
  const direct = yearAt(tokens, at + lead)
  if (direct !== null) return { year: direct, length: lead + 1 }
  const isYear = (index: number) => matchLength(tokens, index, DAY_WORDS.grains.year) > 0
  const last = matchLength(tokens, at + lead, DAY_WORDS.last)
  const { year } = parseLocalDay(calendar.today)
  if (last > 0 && isYear(at + lead + last)) return { year: year - 1, length: lead + last + 1 }
  const current = matchLength(tokens, at + lead, DAY_WORDS.this)
  if (current > 0 && isYear(at + lead + current)) return { year, length: lead + current + 1 }
  return { year: null, length: 0 }
}

/** 1 to 12; "may" and "march" are also ordinary words. */
export const monthAt = (tokens: readonly Token[], at: number): number => {
  const month = DAY_WORDS.months.findIndex((names) => matchLength(tokens, at, names) > 0) + 1
  const token = tokens[at]
  const isOrdinary = token !== undefined && ['may', 'mar', 'march'].includes(token.text) && token.typed === token.text
  return isOrdinary && token.text === 'may' && at === 0 ? 0 : month
}

const dayNumber = (text: string): number | null => {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text) ?? []
  const day = Number(digits)
  return digits !== undefined && day >= 1 && day <= 31 ? day : null
}

/** The next of yearly days, where the latest are over. */
const comingAfter = (
  { from, until }: Days,
  calendar: AskCalendar,
  daysOf: (year: number) => Days | null,
): Days | null => (until > calendar.today ? null : daysOf(parseLocalDay(from).year + 1))

/** "March", "March 2024", "March 3", "March 3 2024", "3 March". */
const readMonth: ReadDays = (tokens, at, calendar) => {
  const dayFirst = dayNumber(tokens[at]?.text ?? '')
  const ofLength = dayFirst === null ? 0 : matchLength(tokens, at + 1, DAY_WORDS.of)
  const monthIndex = dayFirst === null ? at : at + 1 + ofLength
  const month = monthAt(tokens, monthIndex)
  if (month === 0) return null
  const dayAfter = dayFirst === null ? dayNumber(tokens[monthIndex + 1]?.text ?? '') : null
  const day = dayFirst ?? dayAfter
  const yearIndex = monthIndex + 1 + (dayAfter === null ? 0 : 1)
  const { year, length } = followingYear(tokens, yearIndex, calendar)
  const daysInYear = (ofYear: number | null): Days | null =>
    day === null ? monthDays(month, ofYear, calendar) : dayDays(month, day, ofYear, calendar)
  const days = daysInYear(year)
  const coming = days === null || year !== null ? null : comingAfter(days, calendar, daysInYear)
  return days && { days, length: yearIndex + length - at, ...(coming === null ? {} : { coming }) }
}

const readQuarter: ReadDays = (tokens, at, calendar) => {
  const found = matchOne(
    tokens,
    at,
    DAY_WORDS.quarters.map((text, index) => [index + 1, text] as const),
  )
  if (found === null) return null
  const { year, length } = followingYear(tokens, at + found.length, calendar)
  return { days: quarterDays(found.value, year, calendar), length: found.length + length }
}

/** "first half of 2025", "H1". */
const readHalf: ReadDays = (tokens, at, calendar) => {
  const found = matchOne(
    tokens,
    at,
    DAY_WORDS.halves.map((text, index) => [index, text] as const),
  )
  if (found === null) return null
  const { year, length } = followingYear(tokens, at + found.length, calendar)
  const { from } = quarterDays(found.value * 2 + 1, year, calendar)
  return { days: unnamed(from, addMonths(from, 6)), length: found.length + length }
}

/** The latest of yearly days that has begun, or that of a year. */
const yearly = (
  { first, days }: { readonly first: (year: number) => LocalDay; readonly days: (from: LocalDay) => LocalDay },
  year: number | null,
  today: LocalDay,
): Days => {
  const current = parseLocalDay(today).year
  const from = first(year ?? (first(current) <= today ? current : current - 1))
  return unnamed(from, days(from))
}

/** The same days of the year before. */
export const yearBefore = (rule: Parameters<typeof yearly>[0], { from }: Days): Days => {
  const year = parseLocalDay(from).year - 1
  const start = rule.first(year)
  return unnamed(start, rule.days(start))
}

const holidayRule = (name: string) => {
  const rule = HOLIDAYS[name]
  return rule === undefined ? null : { first: rule.first, days: (from: LocalDay) => addDays(from, rule.days) }
}

/** Days from a weekday, Monday first, to the Saturday of the nearest weekend, and the days until its end: Friday and Monday belong to it. */
const NEAREST_WEEKENDS = [
  [-2, 3],
  [-3, 2],
  [3, 2],
  [2, 2],
  [0, 3],
  [0, 2],
  [-1, 2],
] as const

/** "July 4th weekend", "Valentine's Day week": the weekend next to a holiday, and the calendar week with it. */
const aroundHoliday = (tokens: readonly Token[], at: number, name: string, calendar: AskCalendar) => {
  const rule = HOLIDAYS[name]
  if (rule === undefined || rule.days > 1) return null
  const weekend = matchLength(tokens, at, DAY_WORDS.weekend)
  const week = matchLength(tokens, at, 'week')
  if (weekend > 0) {
    const nearest = (day: LocalDay) => NEAREST_WEEKENDS[toWeekday(day) - 1] ?? [0, 1]
    const first = (year: number) => addDays(rule.first(year), nearest(rule.first(year))[0])
    const length = (from: LocalDay) => nearest(rule.first(parseLocalDay(addDays(from, 3)).year))[1]
    return { rule: { first, days: (from: LocalDay) => addDays(from, length(from)) }, length: weekend }
  }
  if (week === 0) return null
  const first = (year: number) => periodStart(rule.first(year), 'week', calendar)
  return { rule: { first, days: (from: LocalDay) => addDays(from, 7) }, length: week }
}

const seasonRule = (index: number) => {
  const month = SEASON_MONTHS[index] ?? 1
  return { first: (year: number) => localDay({ year, month, day: 1 }), days: (from: LocalDay) => addMonths(from, 3) }
}

/** Releases are named after seasons as well. */
const SEASON_COST = 0.5

/** A holiday or season by its words, with its rule. */
export const yearlyAt = (tokens: readonly Token[], at: number, calendar: AskCalendar) => {
  const holiday = matchOne(tokens, at, Object.entries(DAY_WORDS.holidays))
  if (holiday !== null) {
    const around = aroundHoliday(tokens, at + holiday.length, holiday.value, calendar)
    return {
      rule: around?.rule ?? holidayRule(holiday.value),
      length: holiday.length + (around?.length ?? 0),
      cost: 0,
    }
  }
  const season = matchOne(
    tokens,
    at,
    DAY_WORDS.seasons.map((text, index) => [index, text] as const),
  )
  return season === null ? null : { rule: seasonRule(season.value), length: season.length, cost: SEASON_COST }
}

/** "Black Friday", "Easter weekend 2025", "summer", "fall of last year". */
const readYearly: ReadDays = (tokens, at, calendar) => {
  const found = yearlyAt(tokens, at, calendar)
  if (found === null || found.rule === null) return null
  const { year, length } = followingYear(tokens, at + found.length, calendar)
  const { rule } = found
  const { today } = calendar
  const days = yearly(rule, year, today)
  const coming = year === null ? comingAfter(days, calendar, (ofYear) => yearly(rule, ofYear, today)) : null
  return {
    days,
    length: found.length + length,
    yearBefore: yearBefore(rule, days),
    ...(coming === null ? {} : { coming }),
    cost: found.cost,
  }
}

/** The latest that is over ("last summer"), the current one ("this summer") or the following one. */
export const yearlyBy = (
  rule: NonNullable<NonNullable<ReturnType<typeof yearlyAt>>['rule']>,
  which: 'last' | 'this' | 'next',
  today: LocalDay,
): Days => {
  const latest = yearly(rule, null, today)
  const year = parseLocalDay(latest.from).year
  if (which === 'next') return yearly(rule, year + 1, today)
  if (which === 'last') return latest.until > today ? yearly(rule, year - 1, today) : latest
  return latest.until > today || parseLocalDay(latest.from).year === parseLocalDay(today).year
    ? latest
    : yearly(rule, year + 1, today)
}

/** "2025", "the year 2025", "fiscal 2025", "FY25", "calendar year 2025". */
const readYear: ReadDays = (tokens, at, calendar) => {
  const short = /^fy(\d\d)$/.exec(tokens[at]?.text ?? '')
  if (short !== null) return { days: yearDays(2000 + Number(short[1]), calendar), length: 1 }
  const full = /^fy(20\d\d)$/.exec(tokens[at]?.text ?? '')
  if (full !== null) return { days: yearDays(Number(full[1]), calendar), length: 1 }
  const civil = matchLength(tokens, at, DAY_WORDS.calendarYear)
  const lead =
    civil > 0
      ? civil
      : Math.max(matchLength(tokens, at, DAY_WORDS.fiscal), matchLength(tokens, at, DAY_WORDS.yearAfter))
  const twoDigits = lead > 0 && civil === 0 ? /^\d\d$/.exec(tokens[at + lead]?.text ?? '') : null
  const year = twoDigits === null ? yearAt(tokens, at + lead) : 2000 + Number(twoDigits[0])
  if (year === null) return null
  const days =
    civil > 0
      ? unnamed(localDay({ year, month: 1, day: 1 }), localDay({ year: year + 1, month: 1, day: 1 }))
      : yearDays(year, calendar)
  return { days, length: lead + 1 }
}

const readIso: ReadDays = (tokens, at) => {
  const day = tokens[at]?.text ?? ''
  return isLocalDay(day) ? { days: unnamed(day, addDays(day, 1)), length: 1 } : null
}

/** The day that "3/4/2026" is with the month first, as in the United States, and with the day first; null: none. */
export const slashedDays = (tokens: readonly Token[], at: number, calendar: AskCalendar): readonly (Days | null)[] => {
  const [, one, two, typed] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?$/.exec(tokens[at]?.text ?? '') ?? []
  if (one === undefined || two === undefined) return []
  const year = typed === undefined ? null : Number(typed.length === 2 ? `20${typed}` : typed)
  const dayOf = (month: string, day: string) => dayDays(Number(month), Number(day), year, calendar)
  return [dayOf(one, two), dayOf(two, one)]
}

const readSlashed: ReadDays = (tokens, at, calendar) => {
  const [days = null] = slashedDays(tokens, at, calendar)
  return days && { days, length: 1 }
}

const readNamed: ReadDays = (tokens, at, calendar) => {
  const names = Object.entries({
    ...DAY_WORDS.named,
    Today: DAY_WORDS.today,
    Yesterday: DAY_WORDS.yesterday,
  })
  const found = matchOne(tokens, at, names)
  if (found !== null && isNamedRange(found.value))
    return { days: namedDays(found.value, calendar), length: found.length }
  const { today } = calendar
  const day = (back: number, length: number) => ({
    days: unnamed(addDays(today, -back), addDays(today, 1 - back)),
    length,
  })
  const before = matchLength(tokens, at, DAY_WORDS.dayBeforeYesterday)
  if (before > 0) return day(2, before)
  const tomorrow = matchLength(tokens, at, DAY_WORDS.tomorrow)
  return tomorrow > 0 ? day(-1, tomorrow) : null
}

/** 1 to 7 for a weekday in the singular; 0: none. */
export const weekdayAt = (tokens: readonly Token[], at: number): number =>
  DAY_WORDS.weekdays.findIndex((names) => matchLength(tokens, at, names) > 0) + 1

/** "Saturday": the latest, which may be today. */
const readWeekday: ReadDays = (tokens, at, calendar) => {
  const weekday = weekdayAt(tokens, at)
  if (weekday === 0) return null
  const { today } = calendar
  const from = addDays(today, -((toWeekday(today) - weekday + 7) % 7))
  return { days: unnamed(from, addDays(from, 1)), length: 1, cost: 0.3 }
}

export const grainAt = (tokens: readonly Token[], at: number) =>
  matchOne(
    tokens,
    at,
    PERIOD_GRAINS.map((grain) => [grain, DAY_WORDS.grains[grain]] as const),
  )

/** Periods that each year has. */
export const YEARLY_POINTS: readonly ReadDays[] = [readQuarter, readHalf, readMonth, readYearly]

/** Single periods that need no relative word, longest first. */
export const NAMED_POINTS: readonly ReadDays[] = [
  readNamed,
  readQuarter,
  readHalf,
  readMonth,
  readYear,
  readIso,
  readSlashed,
  readYearly,
  readWeekday,
]
