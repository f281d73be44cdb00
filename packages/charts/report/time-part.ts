import { bucketsBetween, type Grain } from '../time-buckets.ts'
import type { Formats } from '../value-format.ts'
import type { ReportCell, ReportRange } from './report-data.ts'

export type TimePart =
  | 'year'
  | 'quarter'
  | 'month'
  | 'week'
  | 'day'
  | 'monthOfYear'
  | 'weekday'
  | 'hour'
  | 'monthsSince'

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

/** The date part in a column, by its name; null for other columns. */
export const findTimePart = (columnId: string): TimePart | null =>
  columnId.startsWith('monthsSince')
    ? 'monthsSince'
    : (SUFFIXES.find(([suffix]) => columnId.endsWith(suffix) && columnId.length > suffix.length)?.[1] ?? null)

const count = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.min(400, to - from + 1)) }, (_, index) => from + index)

const bounds = (values: readonly number[]): readonly [number, number] => [Math.min(...values), Math.max(...values)]

const quarterNumber = (text: string): number => Number(text.slice(0, 4)) * 4 + Number(text.slice(6)) - 1

const quarterText = (number: number): string => `${Math.floor(number / 4)}-Q${(number % 4) + 1}`

const dayAfter = (text: string): string =>
  new Date(Date.parse(`${text}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

const isBucketText = (text: string): boolean => /^\d{4}-\d{2}(-\d{2})?$/.test(text)

/** Local days with an exclusive end, and today. */
interface TimeSpan {
  readonly range: ReportRange | null
  readonly today?: string | undefined
}

/** Future buckets are gaps, not zeros, except those with a row, such as a booked tasting. */
const begun = (buckets: readonly string[], lastPresent: string, today: string | undefined): readonly string[] =>
  today === undefined ? buckets : buckets.filter((text) => text <= today || text <= lastPresent)

/**
 * Continuous buckets of days, weeks or months. They cover the elapsed part of the range if all present ones are in it,
 * else the span from the first to the last present one.
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

/** The twelve months from the first month of the range, so that a fiscal year is continuous. */
const monthsFrom = (range: ReportRange | null): readonly number[] => {
  const first = range === null ? 1 : Number(range.from.slice(5, 7))
  return count(first, first + 11).map((month) => ((month - 1) % 12) + 1)
}

const MONTHS = 12

/**
 * How many of the twelve months of `monthsFrom` the range has reached; later ones are outside the range or in the future
 * and are gaps. All twelve if the range is longer than a year.
 */
export const reachedMonths = ({ range, today }: TimeSpan): number => {
  if (range === null) return MONTHS
  const monthNumber = (day: string): number => Number(day.slice(0, 4)) * MONTHS + Number(day.slice(5, 7)) - 1
  const lastDay = new Date(Date.parse(`${range.until}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const reached = today !== undefined && today < lastDay ? today : lastDay
  const isLonger = monthNumber(lastDay) - monthNumber(range.from) >= MONTHS
  return isLonger ? MONTHS : Math.max(0, monthNumber(reached) - monthNumber(range.from) + 1)
}

/** All values of a time axis in order, including those without a row. */
export const timeAxis = (part: TimePart, present: readonly ReportCell[], span: TimeSpan): readonly ReportCell[] => {
  const numbers = present.filter((cell) => typeof cell === 'number')
  const texts = present.filter((cell) => typeof cell === 'string')
  if (part === 'weekday') return count(1, 7)
  if (part === 'monthsSince') return numbers.toSorted((a, b) => a - b)
  if (part === 'monthOfYear') return monthsFrom(span.range)
  if (part === 'hour' || part === 'year') return numbers.length === 0 ? [] : count(...bounds(numbers))
  if (part !== 'quarter') return bucketAxis(part, texts, span)
  const [first, last] = bounds(texts.filter((text) => /^\d{4}-Q[1-4]$/.test(text)).map(quarterNumber))
  return first === undefined || !Number.isFinite(first) ? [] : count(first, last ?? first).map(quarterText)
}

/** Continuous date parts, as opposed to those that recur each week or year. */
export const isRunningTime = (part: TimePart | null): boolean =>
  part !== null && !['weekday', 'hour', 'monthOfYear', 'monthsSince'].includes(part)

/** A date part in the viewer's culture. `short` is for axes. */
export const writeTimePart = (part: TimePart, cell: ReportCell, formats: Formats, style: 'short' | 'full'): string => {
  if (typeof cell === 'number') {
    if (part === 'monthsSince') return cell === 1 ? '1 month' : `${cell} months`
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
