import { addDays, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { type PeriodCalendar, periodStart, shiftPeriod } from '#domain/ranges/period.ts'

const SERIES_GRAINS = ['day', 'week', 'month'] as const
export type SeriesGrain = (typeof SERIES_GRAINS)[number]

/** One value per period, without gaps in time. Unknown values are NaN. */
export interface Series {
  readonly grain: SeriesGrain
  /** first day of the first period */
  readonly from: LocalDay
  readonly values: Float64Array
}

/** The value of one local day. */
export interface DayValue {
  readonly day: LocalDay
  readonly value: number
}

/** Half-open local days. */
export interface DayRange {
  readonly from: LocalDay
  readonly until: LocalDay
}

/** On a day without records an additive metric is zero; a ratio is unknown. */
export type Gap = 'zero' | 'missing'

/** A value for every day of the range; days outside it are ignored, and duplicate days are added. */
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

/** First day of the period at `index`; the end of the series for its length. */
export const periodAt = (series: Series, index: number): LocalDay => shiftPeriod(series.from, series.grain, index)

export const seriesEnd = (series: Series): LocalDay => periodAt(series, series.values.length)

/** First days of the series' periods, in order. */
export const periodStarts = (series: Series): LocalDay[] =>
  Array.from(series.values, (_, index) => periodAt(series, index))

const lengthOf = { day: 1, week: 7 } as const

/** Index of the first period that starts on the day or after it; may be beyond either end of the series. */
export const indexFrom = (series: Series, day: LocalDay): number => {
  const { grain, from } = series
  if (grain !== 'month') return Math.ceil(diffDays(from, day) / lengthOf[grain])
  let index = 0
  while (periodAt(series, index) < day) index += 1
  return index
}

/** Sums a series of days by whole weeks or months: incomplete periods at either end are omitted. */
export const sumPeriods = (days: Series, grain: SeriesGrain, calendar: PeriodCalendar): Series => {
  const last = seriesEnd(days)
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

/** NaN if a day of the range is unknown or not part of the series. */
export const sumOfDays = (days: Series, { from, until }: DayRange): number => {
  const first = diffDays(days.from, from)
  let sum = 0
  for (let at = first; at < first + diffDays(from, until); at += 1) sum += days.values[at] ?? Number.NaN
  return sum
}

/** The days of the range, in order. */
export const listDays = ({ from, until }: DayRange): LocalDay[] =>
  Array.from({ length: Math.max(0, diffDays(from, until)) }, (_, index) => addDays(from, index))

/** True if the ranges share a day, or at most one day is between them. */
export const isNear = (a: DayRange, b: DayRange): boolean =>
  a.from <= addDays(b.until, 1) && b.from <= addDays(a.until, 1)
