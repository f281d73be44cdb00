import type { ResolvedComparison } from '#domain/ranges/comparison-range.ts'
import { addDays, addMonths, addYears, diffDays, isLocalDay } from '#domain/ranges/local-day.ts'
import { type PeriodCalendar, periodStart } from '#domain/ranges/period.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import type { Dimension } from '#semantic/catalog/column.ts'

type Value = string | number | boolean | null

/** Months from a fiscal year's start to the January of the year it is named after. */
const namedDay = (day: string, { fiscalYearStartMonth }: PeriodCalendar): string =>
  addMonths(day, (13 - fiscalYearStartMonth) % 12)

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1

const quarterNumber = (quarter: string): number => Number(quarter.slice(0, 4)) * 4 + Number(quarter.slice(6)) - 1

/** Offset of a bucket from the first one of the range; null for a value that is not a time bucket. */
const positionInRange = (dimension: Dimension, value: Value, from: string, calendar: PeriodCalendar): number | null => {
  const grain = dimension.part?.grain
  if (value === null || grain === undefined) return null
  const text = String(value)
  if (grain === 'month') return monthNumber(text) - monthNumber(from)
  if (grain === 'day' && isLocalDay(text)) return diffDays(from, text)
  if (grain === 'week' && isLocalDay(text)) return Math.round(diffDays(periodStart(from, 'week', calendar), text) / 7)
  const named = namedDay(from, calendar)
  if (grain === 'year') return Number(text) - Number(named.slice(0, 4))
  if (grain === 'quarter') return quarterNumber(text) - Math.floor(monthNumber(named) / 3)
  return null
}

/** The bucket at an offset from the first one of the range: the inverse of `positionInRange`. Null: it begins after the range. */
const bucketAt = (dimension: Dimension, position: number, { range, calendar }: AlignOptions): Value => {
  const { from, until } = range
  const grain = dimension.part?.grain
  if (grain === 'day' || grain === 'week') {
    const day = grain === 'day' ? addDays(from, position) : addDays(periodStart(from, 'week', calendar), 7 * position)
    return day < until ? day : null
  }
  if (grain === 'month') {
    const month = addMonths(`${from.slice(0, 7)}-01`, position)
    return month < until ? month.slice(0, 7) : null
  }
  const named = namedDay(from, calendar)
  const last = namedDay(addDays(until, -1), calendar)
  const quarterOf = (day: string): number => Math.floor(monthNumber(day) / 3)
  const bucket = position + (grain === 'year' ? Number(named.slice(0, 4)) : quarterOf(named))
  if (bucket > (grain === 'year' ? Number(last.slice(0, 4)) : quarterOf(last))) return null
  return grain === 'year' ? bucket : `${Math.floor(bucket / 4)}-Q${(bucket % 4) + 1}`
}

interface AlignOptions {
  readonly dimensions: readonly Dimension[]
  /** the date column of the ranges; buckets of other dates match themselves */
  readonly dateColumn: string
  readonly range: ResolvedRange
  readonly comparison: ResolvedComparison
  readonly calendar: PeriodCalendar
}

/** Buckets that 364 days are not a whole number of. */
const LONG_GRAINS: readonly (string | undefined)[] = ['month', 'quarter', 'year']

/**
 * The day that earlier buckets are counted from. A comparison with last year begins some days before or after the same date, which
 * may be in another month, but March is still compared with March.
 */
const earlierStart = (dimension: Dimension, { range, comparison }: AlignOptions): string =>
  comparison.mode !== 'previousPeriod' && LONG_GRAINS.includes(dimension.part?.grain)
    ? addYears(range.from, -1)
    : comparison.range.from

/** The key that matches a group of one range with the same group of the other. */
const alignmentKey = (
  values: readonly Value[],
  startOf: (dimension: Dimension) => string,
  { dimensions, dateColumn, calendar }: AlignOptions,
): string =>
  JSON.stringify(
    dimensions.map((dimension, index) => {
      const value = values[index] ?? null
      const isMoved = dimension.part?.of === dateColumn
      return (isMoved ? positionInRange(dimension, value, startOf(dimension), calendar) : null) ?? value
    }),
  )

/**
 * Returns for each row the row of the comparison range with the same group: the same value, or, for the date column of the ranges,
 * the bucket at the same offset from the start. Null if there is none. Both kinds of rows start with the group values in order.
 */
export const alignPrevious = <Row extends readonly Value[]>(
  rows: readonly Row[],
  previous: readonly Row[],
  options: AlignOptions,
): (Row | null)[] => {
  const count = options.dimensions.length
  const before = (dimension: Dimension) => earlierStart(dimension, options)
  const byKey = new Map(previous.map((row) => [alignmentKey(row.slice(0, count), before, options), row]))
  return rows.map((row) => byKey.get(alignmentKey(row.slice(0, count), () => options.range.from, options)) ?? null)
}

/** The group of this range that stands where an earlier one does; null: the range has no such time bucket. */
const counterpart = (values: readonly Value[], options: AlignOptions): Value[] | null => {
  const { dimensions, dateColumn } = options
  const moved = dimensions.map((dimension, at): Value | undefined => {
    const value = values[at] ?? null
    if (dimension.part?.of !== dateColumn) return value
    const position = positionInRange(dimension, value, earlierStart(dimension, options), options.calendar)
    return position === null ? value : (bucketAt(dimension, position, options) ?? undefined)
  })
  return moved.some((value) => value === undefined) ? null : moved.map((value) => value ?? null)
}

/** The rows of the comparison range that match no row, with the group values that they would have in this range. */
export const withoutCounterpart = <Row extends readonly Value[]>(
  previous: readonly Row[],
  matched: readonly (Row | null)[],
  options: AlignOptions,
): Value[][] => {
  const known = new Set(matched)
  const count = options.dimensions.length
  return previous.flatMap((row) => {
    const values = known.has(row) ? null : counterpart(row.slice(0, count), options)
    return values === null ? [] : [[...values, ...row.slice(count)]]
  })
}
