import { addDays, addMonths, isLocalDay, type LocalDay, parseLocalDay, toWeekday } from '#domain/ranges/local-day.ts'
import { periodStart } from '#domain/ranges/period.ts'
import { PERIOD_GRAINS } from '#domain/ranges/relative-range.ts'
import { DAY_WORDS } from '../../language/days.ts'
import { wholeNumber } from '../numbers.ts'
import { type AskCalendar, anyOf, type Hole, longest, oneOf, patternsOf, word } from '../pattern.ts'
import type { Days, YearlyDays } from '../tag.ts'
import { HOLIDAYS, SEASON_MONTHS } from './holidays.ts'
import { dayDays, isNamedRange, monthDays, namedDays, quarterDays } from './periods.ts'

export const unnamed = (from: LocalDay, until: LocalDay): Days => ({ from, until, named: null })

/** Days that each year has: a month, a quarter, a holiday, March 3. */
export interface Annual {
  readonly daysIn: YearlyDays
  readonly isHoliday: boolean
  /** how unlikely it is that days are meant */
  readonly cost: number
}

const numbered = (texts: readonly string[], from = 1) => oneOf(texts.map((text, at) => [at + from, text] as const))

const number = (pattern: RegExp, least: number, most: number): Hole<number> =>
  word((text) => {
    const digits = pattern.exec(text)?.[1]
    return digits !== undefined && Number(digits) >= least && Number(digits) <= most ? Number(digits) : null
  })

const monthNames = numbered(DAY_WORDS.months)

/** 1 to 12; "may" is a verb where a question begins with it. */
const month: Hole<number> = (tokens, at, calendar) =>
  at === 0 && tokens[at]?.typed === 'may' ? null : monthNames(tokens, at, calendar)

const DAYS_OF_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?$/

export const year = number(/^(\d{4})$/, 1980, 2099)

/** "6", "a couple of". */
export const count: Hole<number> = (tokens, at) => {
  const lead = tokens[at]?.text === 'a' ? 1 : 0
  const value = wholeNumber(tokens[at + lead]?.text ?? '')
  const of = tokens[at + lead + 1]?.text === 'of' ? 1 : 0
  return value === null ? null : { value, length: lead + 1 + of }
}

export const grain = oneOf(PERIOD_GRAINS.map((name) => [name, DAY_WORDS.grains[name]] as const))

const which = oneOf([
  ['last', DAY_WORDS.last],
  ['this', DAY_WORDS.this],
  ['next', DAY_WORDS.next],
] as const)

const BASIC = {
  count,
  grain,
  which,
  month,
  year,
  day: number(DAYS_OF_MONTH, 1, 31),
  /** of a year: 26 */
  short: number(/^(\d\d)$/, 15, 40),
  quarter: numbered(DAY_WORDS.quarters),
  half: numbered(DAY_WORDS.halves, 0),
  season: numbered(DAY_WORDS.seasons, 0),
  holiday: oneOf(Object.entries(DAY_WORDS.holidays)),
  weekday: numbered(DAY_WORDS.weekdays),
  weekdays: numbered(DAY_WORDS.weekdays.map((names) => names.replaceAll(/(?=,|$)/g, 's'))),
  weekends: anyOf(`${DAY_WORDS.weekend}s`),
  weekend: anyOf(`${DAY_WORDS.weekend}, ${DAY_WORDS.weekend}s`),
  of: anyOf(DAY_WORDS.of),
  the: anyOf(DAY_WORDS.the),
}

const basic = patternsOf(BASIC)

const annual = (daysIn: YearlyDays, isHoliday = false, cost = 0): Annual => ({ daysIn, isHoliday, cost })

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

const isOneDay = ({ from, until }: Days): boolean => addDays(from, 1) === until

/** The days around a holiday of one day; null for one of several. */
const around = (name: string, daysAround: (day: LocalDay) => Days): Annual | null => {
  const own = HOLIDAYS[name]
  const isSingle = own !== undefined && isOneDay(own(2000) ?? unnamed('', ''))
  if (!isSingle) return null
  return annual((ofYear) => {
    const day = own(ofYear)
    return day && daysAround(day.from)
  }, true)
}

const nearestWeekend = (day: LocalDay): Days => {
  const [back, days] = NEAREST_WEEKENDS[toWeekday(day) - 1] ?? [0, 1]
  return unnamed(addDays(day, back), addDays(day, back + days))
}

const monthDay = (values: { readonly month: number; readonly day: number }): Annual =>
  annual((ofYear) => dayDays(values.month, values.day, ofYear, { today: '' }))

/** Releases are named after seasons as well. */
const SEASON_COST = 0.5

const annualMonth = longest(
  basic('{month}', (values, calendar) => annual((ofYear) => monthDays(values.month, ofYear, calendar))),
  basic('{month} {day}', monthDay),
  basic('{day} {of?} {month}', monthDay),
)

const annualPeriod = longest(
  basic('{quarter}', (values, calendar) => annual((ofYear) => quarterDays(values.quarter, ofYear, calendar))),
  basic('{half}', ({ half }, calendar) =>
    annual((ofYear) => {
      const { from } = quarterDays(half * 2 + 1, ofYear, calendar)
      return unnamed(from, addMonths(from, 6))
    }),
  ),
  basic('{season}', ({ season }, calendar) =>
    annual(
      (ofYear) => {
        const { from } = monthDays(SEASON_MONTHS[season] ?? 1, ofYear, calendar)
        return unnamed(from, addMonths(from, 3))
      },
      true,
      SEASON_COST,
    ),
  ),
  basic('{holiday}', ({ holiday }) => {
    const daysIn = HOLIDAYS[holiday]
    return daysIn === undefined ? null : annual(daysIn, true)
  }),
  basic('{holiday} {weekend}', ({ holiday }) => around(holiday, nearestWeekend)),
  basic('{holiday} week', ({ holiday }, calendar) =>
    around(holiday, (day) => {
      const from = periodStart(day, 'week', calendar)
      return unnamed(from, addDays(from, 7))
    }),
  ),
)

const YEARS_OFF = { last: -1, this: 0, next: 1 } as const

const calendarYear = ({ today }: AskCalendar): number => parseLocalDay(today).year

/** The holes of patterns for days. */
export const DAY_HOLES = {
  ...BASIC,
  annual: longest(annualMonth, annualPeriod),
  annualPeriod,
  /** a year after what it belongs to: "2025", "of last year" */
  ofYear: longest(
    basic('{of?} {year}', (values) => values.year),
    basic('{of?} {which} year|yr', (values, calendar) => calendarYear(calendar) + YEARS_OFF[values.which]),
  ),
  /** before it: "last year’s Easter" */
  yearsOf: oneOf([
    [-1, 'last year'],
    [0, 'this year'],
  ] as const),
  range: oneOf(Object.entries({ ...DAY_WORDS.named, Today: DAY_WORDS.today, Yesterday: DAY_WORDS.yesterday })),
  dayOff: oneOf([
    [-2, DAY_WORDS.dayBeforeYesterday],
    [1, DAY_WORDS.tomorrow],
  ] as const),
  fiscal: anyOf(DAY_WORDS.fiscal),
  civil: anyOf(DAY_WORDS.calendarYear),
  yearWord: anyOf(DAY_WORDS.yearAfter),
  fiscalYear: number(/^fy((?:20)?\d\d)$/, 0, 2099),
  iso: word((text) => (isLocalDay(text) ? unnamed(text, addDays(text, 1)) : null)),
  pastTo: anyOf('this past, the last, these last, these past, most recent'),
  past: anyOf('past, the past'),
  whole: anyOf(DAY_WORDS.whole),
  beforeLast: anyOf(DAY_WORDS.beforeLast),
  ago: anyOf(DAY_WORDS.ago),
  a: anyOf('a, an'),
  longer: anyOf('more than, longer than, over, at least'),
  shorter: anyOf('less than, fewer than, under, within, no more than, at most'),
  over: anyOf('over the, during the, this past, for the, of the, on the'),
  current: anyOf('for the, during the, over the'),
  edge: oneOf([
    ['start', DAY_WORDS.start],
    ['end', DAY_WORDS.end],
  ] as const),
  ordinal: oneOf([
    ...DAY_WORDS.ordinals.map((text, at) => [at + 1, text] as const),
    [0, 'last, final, closing'] as const,
  ]),
  unit: longest<(typeof PERIOD_GRAINS)[number] | 'weekend' | 'half'>(
    grain,
    oneOf([
      ['weekend', `${DAY_WORDS.weekend}, ${DAY_WORDS.weekend}s`],
      ['half', 'half'],
    ] as const),
  ),
  side: oneOf([
    ['before', 'before, leading up to, prior to, ahead of, preceding'],
    ['after', 'after, following'],
  ] as const),
  ending: anyOf(DAY_WORDS.ending),
  since: anyOf(DAY_WORDS.since),
  after: anyOf(DAY_WORDS.after),
  before: anyOf(DAY_WORDS.before),
  until: anyOf(DAY_WORDS.until),
}

export const rangeNamed = (name: string, calendar: AskCalendar): Days | null =>
  isNamedRange(name) ? namedDays(name, calendar) : null
