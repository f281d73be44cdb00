import { daysFrom, plusDays, plusMonths } from './days.ts'
import { type Grain, periodStart, periodsLater } from './periods.ts'
import type { Context, Days, ReferenceRecord } from './report-type.ts'
import type { ReferenceSettings } from './winery.ts'

const GRAINS: Readonly<Record<string, Grain>> = { Week: 'week', Month: 'month', Quarter: 'quarter', Year: 'year' }
const TO_DATE: Readonly<Record<string, Grain>> = { wtd: 'week', mtd: 'month', qtd: 'quarter', ytd: 'year' }

const parsePeriodName = (name: string): { grain: Grain; back: 0 | 1 } | null => {
  if (name === 'Today') return { grain: 'day', back: 0 }
  if (name === 'Yesterday') return { grain: 'day', back: 1 }
  const [, which, period = ''] = /^(This|Last)(Week|Month|Quarter|Year)$/.exec(name) ?? []
  const grain = GRAINS[period]
  return grain === undefined ? null : { grain, back: which === 'Last' ? 1 : 0 }
}

/** The days of a range by its name; null for `None`, undefined for a name that is none. */
export const namedRange = (name: string, settings: ReferenceSettings): Days | null | undefined => {
  if (name === 'None') return null
  const tomorrow = plusDays(settings.today, 1)
  const toDate = TO_DATE[name]
  if (toDate !== undefined) return { from: periodStart(settings.today, toDate, settings), until: tomorrow }
  const [, count] = /^Last(7|30|90|180|365)Days$/.exec(name) ?? []
  if (count !== undefined) return { from: plusDays(tomorrow, -Number(count)), until: tomorrow }
  const period = parsePeriodName(name)
  if (period === null) return undefined
  const from = periodsLater(periodStart(settings.today, period.grain, settings), period.grain, -period.back)
  return { from, until: periodsLater(from, period.grain, 1) }
}

const earlier = (...days: readonly string[]): string => days.toSorted()[0] ?? ''

/** The part of a range that has elapsed, today included; a range that is all to come counts whole. */
const elapsed = ({ from, until }: Days, today: string): Days =>
  from > today || until <= today ? { from, until } : { from, until: earlier(plusDays(today, 1), until) }

const isFirst = (day: string): boolean => day.endsWith('-01')

const yearBefore = (days: Days, today: string): Days => {
  const part = elapsed(days, today)
  const isOver = days.until <= today
  // whole months that are over stay whole months, else the last day that is in is moved
  const until =
    isOver && isFirst(days.from) && isFirst(days.until)
      ? plusMonths(part.until, -12)
      : plusDays(plusMonths(plusDays(part.until, -1), -12), 1)
  return { from: plusMonths(days.from, -12), until }
}

/** Months from the first of one month to the first of another; undefined if a day is no first of a month. */
const monthsBetween = ({ from, until }: Days): number | undefined => {
  if (!isFirst(from) || !isFirst(until)) return undefined
  let months = 0
  while (plusMonths(from, months) < until) months += 1
  return months
}

const periodBefore = (name: string | null, days: Days, today: string): Days => {
  const grain = name === null ? undefined : (TO_DATE[name] ?? parsePeriodName(name)?.grain)
  const months = name === null ? monthsBetween(days) : undefined
  const start = (): string => {
    if (grain !== undefined) return periodsLater(days.from, grain, -1)
    return months === undefined ? plusDays(days.from, -daysFrom(days.from, days.until)) : plusMonths(days.from, -months)
  }
  const from = start()
  if (days.until <= today) return { from, until: days.from }
  const part = elapsed(days, today)
  return { from, until: earlier(plusDays(from, daysFrom(part.from, part.until)), days.from) }
}

const WEEKS_OF_A_YEAR = 52

const weekdaysBefore = (days: Days, today: string): Days => {
  const part = elapsed(days, today)
  const back = -7 * WEEKS_OF_A_YEAR
  if (daysFrom(part.from, part.until) > -back) return yearBefore(days, today)
  return { from: plusDays(part.from, back), until: plusDays(part.until, back) }
}

/** The comparisons that need nothing but the calendar. */
export const REFERENCE_MODES = ['previousPeriod', 'previousYear', 'sameWeekdays'] as const

/** What a range is compared with. `name` is null for days chosen by hand. */
export const comparedRange = (
  mode: (typeof REFERENCE_MODES)[number],
  name: string | null,
  days: Days,
  { today }: ReferenceSettings,
): Days => {
  if (mode === 'previousPeriod') return periodBefore(name, days, today)
  return mode === 'previousYear' ? yearBefore(days, today) : weekdaysBefore(days, today)
}

/** The days of a span, one by one, but none from `until` on. */
export const listDays = ([first, end]: readonly [string, string | null], until: string): string[] => {
  const days: string[] = []
  for (let day = first; day < until && (end === null || day < end); day = plusDays(day, 1)) days.push(day)
  return days
}

const isInRange = (record: ReferenceRecord, { range }: Context): boolean => {
  if (range === null) return true
  const span = record.spans?.[range.columnId]
  if (span !== undefined) return listDays(span, range.until).some((day) => day >= range.from && day < range.until)
  const day = range.columnId in record.days ? record.days[range.columnId] : record.values[range.columnId]
  return typeof day === 'string' && day >= range.from && day < range.until
}

/** Records whose day in the range's column lies in it. */
export const inRange = (records: readonly ReferenceRecord[], context: Context): ReferenceRecord[] =>
  records.filter((record) => isInRange(record, context))
