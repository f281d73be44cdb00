import { addDays, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { type PeriodCalendar, periodStart, shiftPeriod } from '#domain/ranges/period.ts'

export const SERIES_GRAINS = ['day', 'week', 'month'] as const
export type SeriesGrain = (typeof SERIES_GRAINS)[number]

/** One value a period, without gaps in time. What is not known is NaN. */
export interface Series {
  readonly grain: SeriesGrain
  /** first day of the first period */
  readonly from: LocalDay
  readonly values: Float64Array
}

/** What a source says of one local day. */
export interface DayValue {
  readonly day: LocalDay
  readonly value: number
}

/** Half-open local days. */
export interface DayRange {
  readonly from: LocalDay
  readonly until: LocalDay
}

/** An additive metric has nothing on a day without records; a ratio is not known then. */
export type Gap = 'zero' | 'missing'

/** A value for every day of the range; days outside it are left out, and days that are given twice add up. */
export const daySeries = (values: Iterable<DayValue>, { from, until }: DayRange, gap: Gap): Series => {
  const days = new Float64Array(Math.max(0, diffDays(from, until))).fill(gap === 'zero' ? 0 : Number.NaN)
  for (const { day, value } of values) {
    if (day < from || day >= until) continue
    const at = diffDays(from, day)
    const known = days[at] ?? Number.NaN
    days[at] = Number.isNaN(known) ? value : known + value
  }
  return { grain: 'day', from, values: days }
}

/** First day of the period at `index`; the series' end is the start at its length. */
export const periodAt = (series: Series, index: number): LocalDay => shiftPeriod(series.from, series.grain, index)

export const untilOf = (series: Series): LocalDay => periodAt(series, series.values.length)

/** First days of the series' periods, in order. */
export const periodStarts = (series: Series): LocalDay[] =>
  Array.from(series.values, (_, index) => periodAt(series, index))

const lengthOf = { day: 1, week: 7 } as const

/** Index of the first period that begins on the day or after it; may lie beyond either end of the series. */
export const indexFrom = (series: Series, day: LocalDay): number => {
  const { grain, from } = series
  if (grain !== 'month') return Math.ceil(diffDays(from, day) / lengthOf[grain])
  let index = 0
  while (periodAt(series, index) < day) index += 1
  return index
}

/** The sums of the whole weeks or months in a series of days: a period that is cut at either end is left out. */
export const sumPeriods = (days: Series, grain: SeriesGrain, calendar: PeriodCalendar): Series => {
  const last = untilOf(days)
  const cut = periodStart(days.from, grain, calendar)
  const from = cut < days.from ? shiftPeriod(cut, grain, 1) : cut
  const sums: number[] = []
  for (let start = from; ; ) {
    const next = shiftPeriod(start, grain, 1)
    if (next > last) break
    sums.push(sumOfDays(days, { from: start, until: next }))
    start = next
  }
  return { grain, from, values: Float64Array.from(sums) }
}

/** NaN when a day of the range is not known or not part of the series. */
export const sumOfDays = (days: Series, { from, until }: DayRange): number => {
  const first = diffDays(days.from, from)
  let sum = 0
  for (let at = first; at < first + diffDays(from, until); at += 1) sum += days.values[at] ?? Number.NaN
  return sum
}

/** The part of the series whose periods begin before `until`. */
export const seriesBefore = (series: Series, until: LocalDay): Series => {
  let length = 0
  while (length < series.values.length && periodAt(series, length) < until) length += 1
  return { ...series, values: series.values.subarray(0, length) }
}

/** The days of the range, in order. */
export const daysOf = ({ from, until }: DayRange): LocalDay[] =>
  Array.from({ length: Math.max(0, diffDays(from, until)) }, (_, index) => addDays(from, index))

/** True when the ranges share a day, or at most one day lies between them. */
export const isNear = (a: DayRange, b: DayRange): boolean =>
  a.from <= addDays(b.until, 1) && b.from <= addDays(a.until, 1)
