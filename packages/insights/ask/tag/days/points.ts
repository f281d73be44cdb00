import {
  addDays,
  addMonths,
  diffDays,
  type LocalDay,
  parseLocalDay,
  toWeekday,
  weekdayFrom,
} from '#domain/ranges/local-day.ts'
import { periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import type { Token } from '../../text/token.ts'
import { type AskCalendar, type Hole, longest, patternsOf } from '../pattern.ts'
import { releaseDay } from '../read-release.ts'
import type { Days, Rolling, YearlyDays } from '../tag.ts'
import { type Annual, DAY_HOLES, rangeNamed, unnamed } from './holes.ts'
import { LONG_WEEKENDS } from './holidays.ts'
import { dayDays, lastDays, lastPeriods, namedDays, yearDays } from './periods.ts'

/** Days named by words. */
export interface NamedDays {
  readonly days: Days
  /** of "the last six months": six months ago to the day */
  readonly since?: LocalDay
  /** of "since last year": the first day after it */
  readonly notSince?: LocalDay
  /** of "the last six months": what is meant where no row is one of the periods */
  readonly rolling?: Rolling
  /** of a holiday: that of the year before */
  readonly yearBefore?: Days
  /** of days without a year that are over: the next ones */
  readonly coming?: Days
  /** of days without a year: those of a year that is said elsewhere */
  readonly daysIn?: YearlyDays
  /** of a year alone */
  readonly year?: number
  /** how unlikely the reading is */
  readonly cost?: number
}

type Which = 'last' | 'this' | 'next'

const MOST_PERIODS = 600
const MOST_DAYS = 3660
const MOST_WEEKS_BY_DAY = 4

const MONTHS: Readonly<Record<PeriodGrain, number>> = { day: 0, week: 0, month: 1, quarter: 3, year: 12 }

/** So many periods ago, to the day. */
export const exactlyBefore = (today: LocalDay, grain: PeriodGrain, count: number): LocalDay => {
  if (grain === 'day') return addDays(today, 1 - count)
  return grain === 'week' ? addDays(today, -7 * count) : addMonths(today, -count * MONTHS[grain])
}

const THIS = {
  day: 'Today',
  week: 'ThisWeek',
  month: 'ThisMonth',
  quarter: 'ThisQuarter',
  year: 'ThisYear',
} as const

const calendarYear = (day: LocalDay): number => parseLocalDay(day).year

const oneDay = (from: LocalDay): Days => unnamed(from, addDays(from, 1))

/** The year of the latest that has begun; a fiscal year may be that of the next calendar year. */
const latestYear = ({ daysIn }: Annual, { today }: AskCalendar): number => {
  const current = calendarYear(today)
  const begun = [current + 1, current].find((year) => (daysIn(year)?.from ?? '9999') <= today)
  return begun ?? current - 1
}

const annualDays = (annual: Annual, year: number): NamedDays | null => {
  const days = annual.daysIn(year)
  const before = annual.isHoliday ? annual.daysIn(year - 1) : null
  return days && { days, cost: annual.cost, ...(before === null ? {} : { yearBefore: before }) }
}

/** Without a year: the latest, with the next one where it is over. */
const latestDays = (annual: Annual, calendar: AskCalendar): NamedDays | null => {
  const year = latestYear(annual, calendar)
  const found = annualDays(annual, year)
  const coming = found === null || found.days.until > calendar.today ? null : annual.daysIn(year + 1)
  return found && { ...found, daysIn: annual.daysIn, ...(coming === null ? {} : { coming }) }
}

/** The latest that is over ("last summer"), the current one ("this summer") or the following one. */
const annualBy = (annual: Annual, which: Which, calendar: AskCalendar): NamedDays | null => {
  const { today } = calendar
  const year = latestYear(annual, calendar)
  const latest = annual.daysIn(year)
  if (latest === null) return null
  const isRunning = latest.until > today
  if (which === 'last') return annualDays(annual, isRunning ? year - 1 : year)
  const isThis = which === 'this' && (isRunning || calendarYear(latest.from) === calendarYear(today))
  return annualDays(annual, isThis ? year : year + 1)
}

/** "last 6 weeks", "past year", "next month". */
const periodsBy = (
  { which, count, grain, isExact }: { which: Which; count: number | null; grain: PeriodGrain; isExact: boolean },
  calendar: AskCalendar,
): NamedDays | null => {
  const size = count ?? 1
  if (size < 1 || size > (grain === 'day' ? MOST_DAYS : MOST_PERIODS)) return null
  if (which === 'next') {
    // "the next two weeks" begin tomorrow; further ahead, forecasts are by whole weeks
    if (grain === 'week' && size > 1 && size <= MOST_WEEKS_BY_DAY)
      return { days: unnamed(addDays(calendar.today, 1), addDays(calendar.today, 1 + 7 * size)) }
    const from = shiftPeriod(periodStart(calendar.today, grain, calendar), grain, 1)
    return { days: unnamed(from, shiftPeriod(from, grain, size)) }
  }
  if (which === 'this') return count === null ? { days: namedDays(THIS[grain], calendar) } : null
  if (grain === 'day' && count === null) return { days: namedDays('Yesterday', calendar) }
  const days = grain === 'day' ? lastDays(size, calendar) : lastPeriods(grain, size, calendar)
  return isExact ? { days, since: exactlyBefore(calendar.today, grain, size) } : { days }
}

const periodBack = (grain: PeriodGrain, back: number, calendar: AskCalendar): NamedDays => {
  const from = shiftPeriod(periodStart(calendar.today, grain, calendar), grain, -back)
  return {
    days: unnamed(from, shiftPeriod(from, grain, 1)),
    since: exactlyBefore(calendar.today, grain, back),
  }
}

/** "5 years ago this month" */
const yearsBack = (
  { count, which, grain }: { readonly count: number; readonly which: string; readonly grain: PeriodGrain },
  calendar: AskCalendar,
): NamedDays | null => {
  if (which !== 'this' || grain === 'year') return null
  const from = periodStart(addMonths(calendar.today, -12 * count), grain, calendar)
  return { days: unnamed(from, shiftPeriod(from, grain, 1)) }
}

const weekend = (saturday: LocalDay): NamedDays => ({ days: unnamed(saturday, addDays(saturday, 2)) })

export const thisSaturday = ({ today }: AskCalendar): LocalDay => addDays(today, 6 - toWeekday(today))

const WEEKS = { last: -7, this: 0, next: 7 } as const

/** "last Saturday" is before today, "this Saturday" in the current week, "next Saturday" after it. */
const weekdayBy = (weekday: number, which: Which, { today }: AskCalendar): NamedDays => {
  const back = ((toWeekday(today) - weekday + 6) % 7) + 1
  return { days: oneDay(addDays(today, which === 'last' ? -back : weekday - toWeekday(today) + WEEKS[which])) }
}

const point = patternsOf(DAY_HOLES)

/** Single periods that stand for themselves. */
const POINTS: readonly Hole<NamedDays>[] = [
  point('{range}', ({ range }, calendar) => {
    const days = rangeNamed(range, calendar)
    return days && { days }
  }),
  point('{dayOff}', ({ dayOff }, { today }) => ({ days: oneDay(addDays(today, dayOff)) })),
  point('{annual} {ofYear}', ({ annual, ofYear }) => annualDays(annual, ofYear)),
  point('{annualPeriod} {short}', ({ annualPeriod, short }) => annualDays(annualPeriod, 2000 + short)),
  point('{yearsOf} {annual}', ({ yearsOf, annual }, calendar) =>
    annualDays(annual, calendarYear(calendar.today) + yearsOf),
  ),
  point('{annual}', ({ annual }, calendar) => latestDays(annual, calendar)),
  point('{which} {annual}', ({ which, annual }, calendar) => annualBy(annual, which, calendar)),
  point('{year}', ({ year }, calendar) => ({ days: yearDays(year, calendar), year })),
  point('{fiscal} {year}', ({ year }, calendar) => ({ days: yearDays(year, calendar) })),
  point('{yearWord} {year}', ({ year }, calendar) => ({ days: yearDays(year, calendar), year })),
  point('{fiscal} {short}', ({ short }, calendar) => ({ days: yearDays(2000 + short, calendar) })),
  point('{yearWord} {short}', ({ short }, calendar) => ({ days: yearDays(2000 + short, calendar) })),
  point('{fiscalYear}', ({ fiscalYear }, calendar) => ({ days: yearDays(2000 + (fiscalYear % 100), calendar) })),
  point('{civil} {year}', ({ year }) => ({ days: unnamed(`${year}-01-01`, `${year + 1}-01-01`) })),
  point('{iso}', ({ iso }) => ({ days: iso })),
  (tokens, at, calendar) => {
    const [days = null] = slashedDays(tokens, at, calendar)
    return days && { value: { days }, length: 1 }
  },
  // the latest, which may be today
  point('{weekday}', ({ weekday }, { today }) => ({
    days: oneDay(addDays(today, -((toWeekday(today) - weekday + 7) % 7))),
    cost: 0.3,
  })),
  point('{which} {weekday}', ({ which, weekday }, calendar) => weekdayBy(weekday, which, calendar)),
  point('{which} {weekend}', ({ which }, calendar) => {
    const saturday = thisSaturday(calendar)
    // from Monday to Wednesday, what is over is what there is to say of it
    return which === 'this' && diffDays(calendar.today, saturday) > 2
      ? { ...weekend(addDays(saturday, -7)), coming: weekend(saturday).days }
      : weekend(addDays(saturday, WEEKS[which]))
  }),
  // the latest that has begun
  point('{over} {weekend}', (_, calendar) => {
    const saturday = thisSaturday(calendar)
    return weekend(saturday <= calendar.today ? saturday : addDays(saturday, -7))
  }),
  // the latest that has begun
  point('holiday|long {weekend}', (_, { today }) => {
    const { year } = parseLocalDay(today)
    const all = LONG_WEEKENDS.flatMap((daysIn) => [daysIn?.(year - 1), daysIn?.(year)])
    const [days] = all
      .flatMap((one) => (one && one.from <= today ? [one] : []))
      .toSorted((a, b) => (a.from < b.from ? 1 : -1))
    return days ? { days } : null
  }),
  // "the past year" ends today
  point('{past} {grain}', ({ grain }, { today }) => {
    const from = exactlyBefore(today, grain, 1)
    return grain === 'day' ? null : { days: unnamed(from, addDays(today, 1)), since: from }
  }),
  // "last month" is that month; "the last month" and "the past month" go back to the day
  point('{pastTo} {whole?} {grain}', ({ grain }, calendar) =>
    periodsBy({ which: 'last', count: null, grain, isExact: true }, calendar),
  ),
  point('{which} {whole?} {grain}', ({ which, grain }, calendar) =>
    periodsBy({ which, count: null, grain, isExact: false }, calendar),
  ),
  point('{which} {count} {whole?} {grain}', ({ which, count, whole, grain }, calendar) => {
    const named = periodsBy({ which, count, grain, isExact: true }, calendar)
    const months = MONTHS[grain] * count
    if (named === null || which !== 'last' || whole !== null || months < 2 || grain === 'quarter') return named
    const { today } = calendar
    const upToToday = unnamed(addDays(addMonths(today, -months), 1), addDays(today, 1))
    const [ofMonths, ofQuarters] = [
      lastPeriods('month', months, calendar),
      lastPeriods('quarter', Math.ceil(months / 3), calendar),
    ]
    return { ...named, rolling: { ofMonths, ofQuarters, upToToday } }
  }),
  point('{current} {grain}', ({ grain }, calendar) =>
    grain === 'day' ? null : { days: namedDays(THIS[grain], calendar), cost: 0.5 },
  ),
  point('{grain} {beforeLast}', ({ grain }, calendar) => periodBack(grain, 2, calendar)),
  point('{the?} same {grain} last year', ({ grain }, calendar) => {
    const from = periodStart(addMonths(calendar.today, -12), grain, calendar)
    return { days: unnamed(from, shiftPeriod(from, grain, 1)) }
  }),
  point('{the?} same day last week', (_, { today }) => ({ days: oneDay(addDays(today, -7)) })),
  point('{count} year|years {ago} {which} {grain}', (values, calendar) => yearsBack(values, calendar)),
  point('{which} {grain} {count} year|years {ago}', (values, calendar) => yearsBack(values, calendar)),
  point('{count} {grain} {ago}', ({ count, grain }, calendar) => periodBack(grain, count, calendar)),
  point('{a} {grain} {ago}', ({ grain }, calendar) => periodBack(grain, 1, calendar)),
]

const nearest = longest(...POINTS)

type Unit = PeriodGrain | 'weekend' | 'half'

const SATURDAY = 6

const forward = (from: LocalDay, unit: Unit, count: number): LocalDay => {
  const months = unit === 'weekend' || unit === 'half' ? 0 : MONTHS[unit]
  return months > 0 ? addMonths(from, months * count) : addDays(from, (unit === 'week' ? 7 : 1) * count)
}

const halfOf = ({ from, until }: Days, position: number): Days => {
  const days = addMonths(from, 1) === until ? 15 : Math.round(diffDays(from, until) / 2)
  const middle = addMonths(from, 12) === until ? addMonths(from, 6) : addDays(from, days)
  return position === 1 ? unnamed(from, middle) : unnamed(middle, until)
}

/** "first Saturday of May"; the last one has position 0. */
const weekdayIn = ({ from, until }: Days, weekday: number, position: number, length: number): Days => {
  const last = addDays(weekdayFrom(until, weekday), -7)
  const day = position === 0 ? last : addDays(weekdayFrom(from, weekday), 7 * (position - 1))
  return unnamed(day, addDays(day, length))
}

/** So many units from the beginning, or back from the end: months are those of the calendar, weeks are seven days. */
const partOf = (whole: Days, unit: Unit, position: number, count: number): Days | null => {
  if (unit === 'half') return halfOf(whole, position)
  if (unit === 'weekend') return weekdayIn(whole, SATURDAY, position, 2)
  const { from, until } = whole
  const part =
    position === 0
      ? unnamed(forward(until, unit, -count), until)
      : unnamed(forward(from, unit, position - 1), forward(from, unit, position - 1 + count))
  return part.from >= from && part.until <= until && part.from < part.until ? part : null
}

/** Full days next to named ones. */
const nextTo = ({ from, until }: Days, unit: Unit, side: 'before' | 'after', count: number): Days | null => {
  if (unit === 'half') return null
  if (unit === 'weekend') {
    const saturday = side === 'before' ? addDays(weekdayFrom(from, SATURDAY), -7) : weekdayFrom(until, SATURDAY)
    return unnamed(saturday, addDays(saturday, 2))
  }
  return side === 'before' ? unnamed(forward(from, unit, -count), from) : unnamed(until, forward(until, unit, count))
}

const asDays = (days: Days | null): NamedDays | null => days && { days }

const runningPeriod = ({ grain }: { readonly grain: PeriodGrain }, calendar: AskCalendar): NamedDays | null =>
  grain === 'day' ? null : { days: namedDays(THIS[grain], calendar) }

/** The current period, where a part of it is named: "the end of the month". */
const theCurrent = point('the {grain}', runningPeriod)

/** The same up to today. */
const soFar = point('{the?} {grain}', ({ grain }, calendar): NamedDays | null => ({
  days: unnamed(periodStart(calendar.today, grain, calendar), addDays(calendar.today, 1)),
}))

const releasePoint: Hole<NamedDays> = (tokens, at, calendar) => {
  const found = releaseDay(tokens, at, calendar)
  return found && { value: { days: oneDay(found.value) }, length: found.length }
}

const known = longest(nearest, releasePoint)

const part = patternsOf({ ...DAY_HOLES, known, whole: longest(known, theCurrent), started: longest(nearest, soFar) })

/** Parts of named days, and days next to them. */
const PARTS: readonly Hole<NamedDays>[] = [
  part('{the?} {edge} {started}', ({ edge, started: { days } }) => ({
    days: oneDay(edge === 'start' ? days.from : addDays(days.until, -1)),
  })),
  part('{the?} {ordinal} {count?} {unit} {of} {whole}', ({ ordinal, count, unit, whole }) =>
    asDays(partOf(whole.days, unit, ordinal, count ?? 1)),
  ),
  part('{the?} {ordinal} {weekday} {of} {whole}', ({ ordinal, weekday, whole }) =>
    asDays(weekdayIn(whole.days, weekday, ordinal, 1)),
  ),
  part('the|a {count?} {unit} {side} {known}', ({ count, unit, side, known: { days } }) =>
    asDays(nextTo(days, unit, side, count ?? 1)),
  ),
  part('{count?} {unit} {side} {known}', ({ count, unit, side, known: { days } }) =>
    asDays(nextTo(days, unit, side, count ?? 1)),
  ),
  part('rest|remainder of the|this {grain}', ({ grain }, calendar) => {
    const running = runningPeriod({ grain }, calendar)
    return running && { days: unnamed(addDays(calendar.today, 1), running.days.until) }
  }),
  part('{the?} {grain} going|looking|shaping|coming|been', runningPeriod),
  part('end|finish|close the|this {grain}', runningPeriod),
  part('by|at {the?} end of {the?} {grain}', runningPeriod),
  part('by|at {grain} end', runningPeriod),
  part('{grain} end', runningPeriod),
  part('{grain} {ending} {known}', ({ grain, known: { days } }) =>
    grain === 'week' ? { days: unnamed(addDays(days.until, -7), days.until) } : null,
  ),
  part('{grain} {of} {known}', ({ grain, known: { days } }, calendar) => {
    if (grain === 'month') return addMonths(days.from, 1) === days.until ? { days } : null
    const start = periodStart(days.from, 'week', calendar)
    const isDay = addDays(days.from, 1) === days.until
    return grain === 'week' && isDay ? { days: unnamed(start, addDays(start, 7)) } : null
  }),
]

/** A day or period that the words at a position name. */
export const readPoint: Hole<NamedDays> = longest(...PARTS, nearest)

/** The day that "3/4/2026" is with the month first, as in the United States, and with the day first; null: none. */
export const slashedDays = (tokens: readonly Token[], at: number, calendar: AskCalendar): readonly (Days | null)[] => {
  const [, one, two, typed] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?$/.exec(tokens[at]?.text ?? '') ?? []
  if (one === undefined || two === undefined) return []
  const year = typed === undefined ? null : Number(typed.length === 2 ? `20${typed}` : typed)
  const dayOf = (month: string, day: string) => dayDays(Number(month), Number(day), year, calendar)
  return [dayOf(one, two), dayOf(two, one)]
}
