import { bucketsBetween, type Grain } from '../time-buckets.ts'
import type { Formats } from '../value-format.ts'
import type { ReportCell, ReportRange } from './report-data.ts'

export type TimePart = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'monthOfYear' | 'weekday' | 'hour'

const SUFFIXES: readonly (readonly [suffix: string, part: TimePart])[] = [
  ['MonthOfYear', 'monthOfYear'],
  ['Weekday', 'weekday'],
  ['Quarter', 'quarter'],
  ['Month', 'month'],
  ['Week', 'week'],
  ['Year', 'year'],
  ['Hour', 'hour'],
  ['Day', 'day'],
]

/** Which part of a date a column holds, by its name; null for what is no time. */
export const timePartOf = (columnId: string): TimePart | null =>
  SUFFIXES.find(([suffix]) => columnId.endsWith(suffix) && columnId.length > suffix.length)?.[1] ?? null

const count = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.min(400, to - from + 1)) }, (_, index) => from + index)

const bounds = (values: readonly number[]): readonly [number, number] => [Math.min(...values), Math.max(...values)]

const quarterNumber = (text: string): number => Number(text.slice(0, 4)) * 4 + Number(text.slice(6)) - 1

const quarterText = (number: number): string => `${Math.floor(number / 4)}-Q${(number % 4) + 1}`

const dayAfter = (text: string): string =>
  new Date(Date.parse(`${text}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

const isBucketText = (text: string): boolean => /^\d{4}-\d{2}(-\d{2})?$/.test(text)

/** Local days, where they end and the day that is now. */
interface TimeSpan {
  readonly range: ReportRange | null
  readonly today?: string | undefined
}

/** Buckets that have not begun are no zeros. One of them with a row, such as a tasting that is booked, is drawn all the same. */
const begun = (buckets: readonly string[], lastPresent: string, today: string | undefined): readonly string[] =>
  today === undefined ? buckets : buckets.filter((text) => text <= today || text <= lastPresent)

/**
 * Buckets of days, weeks or months without holes. They reach over what has begun of the range where all present ones lie
 * in it, else from the first present one to the last.
 */
const bucketAxis = (grain: Grain, present: readonly string[], { range, today }: TimeSpan): readonly string[] => {
  const sorted = present.filter(isBucketText).toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  if (range !== null) {
    const inRange = bucketsBetween(range, grain, sorted)
    if (sorted.every((text) => inRange.includes(text))) return begun(inRange, last, today)
  }
  const whole = (text: string): string => (text.length === 7 ? `${text}-01` : text)
  return bucketsBetween({ from: whole(first), until: dayAfter(whole(last)) }, grain, sorted)
}

/** The twelve months from the one that the range begins in, so that a fiscal year is drawn in one piece. */
const monthsFrom = (range: ReportRange | null): readonly number[] => {
  const first = range === null ? 1 : Number(range.from.slice(5, 7))
  return count(first, first + 11).map((month) => ((month - 1) % 12) + 1)
}

const MONTHS = 12

/**
 * How many of the twelve months of `monthsFrom` a range has come to: those after them are not over a year's range, or have not
 * begun, and are no zeros. All twelve where the range is longer than a year: each of them has been then.
 */
export const reachedMonths = ({ range, today }: TimeSpan): number => {
  if (range === null) return MONTHS
  const monthOf = (day: string): number => Number(day.slice(0, 4)) * MONTHS + Number(day.slice(5, 7)) - 1
  const lastDay = new Date(Date.parse(`${range.until}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const reached = today !== undefined && today < lastDay ? today : lastDay
  const isLonger = monthOf(lastDay) - monthOf(range.from) >= MONTHS
  return isLonger ? MONTHS : Math.max(0, monthOf(reached) - monthOf(range.from) + 1)
}

/** All values of an axis of time in order, also those without a row. */
export const timeAxis = (part: TimePart, present: readonly ReportCell[], span: TimeSpan): readonly ReportCell[] => {
  const numbers = present.filter((cell) => typeof cell === 'number')
  const texts = present.filter((cell) => typeof cell === 'string')
  if (part === 'weekday') return count(1, 7)
  if (part === 'monthOfYear') return monthsFrom(span.range)
  if (part === 'hour' || part === 'year') return numbers.length === 0 ? [] : count(...bounds(numbers))
  if (part !== 'quarter') return bucketAxis(part, texts, span)
  const [first, last] = bounds(texts.filter((text) => /^\d{4}-Q[1-4]$/.test(text)).map(quarterNumber))
  return first === undefined || !Number.isFinite(first) ? [] : count(first, last ?? first).map(quarterText)
}

/** Parts that come once and go on, as opposed to those that come again each week or year. */
export const isRunningTime = (part: TimePart | null): boolean =>
  part !== null && !['weekday', 'hour', 'monthOfYear'].includes(part)

/** A part of a date as the reader's culture writes it. `short` is for axes. */
export const writeTimePart = (part: TimePart, cell: ReportCell, formats: Formats, style: 'short' | 'full'): string => {
  if (typeof cell === 'number') {
    if (part === 'weekday') return formats.weekday(cell, style)
    if (part === 'monthOfYear') return formats.monthOfYear(cell, style)
    return part === 'hour' ? formats.hour(cell) : String(cell)
  }
  const text = String(cell)
  if (part === 'month') return formats.month(text, style)
  if (part === 'day') return formats.day(text, style)
  if (part === 'week') return style === 'full' ? `Week of ${formats.day(text, 'full')}` : formats.day(text)
  return part === 'quarter' && /^\d{4}-Q[1-4]$/.test(text) ? `Q${text.slice(6)} ${text.slice(0, 4)}` : text
}
