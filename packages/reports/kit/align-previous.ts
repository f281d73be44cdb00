import type { ResolvedComparison } from '#domain/ranges/comparison-range.ts'
import { addDays, addMonths, addYears, diffDays, isLocalDay } from '#domain/ranges/local-day.ts'
import { type PeriodCalendar, periodStart } from '#domain/ranges/period.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import type { Dimension } from '#semantic/catalog/column.ts'
import type { MovedPeriods } from '#semantic/query.ts'

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

/** The bucket of a day; null where the column has none. */
const bucketAt = (grain: string | undefined, day: string, calendar: PeriodCalendar): string | number | null => {
  if (grain === 'day') return day
  if (grain === 'week') return periodStart(day, 'week', calendar)
  if (grain === 'month') return day.slice(0, 7)
  const named = namedDay(day, calendar)
  if (grain === 'year') return Number(named.slice(0, 4))
  return grain === 'quarter' ? `${named.slice(0, 4)}-Q${(Math.floor(monthNumber(named) / 3) % 4) + 1}` : null
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
  comparison.mode !== 'previousPeriod' && comparison.mode !== 'plan' && LONG_GRAINS.includes(dimension.part?.grain)
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

/** Where the buckets of the earlier range stand in this one, by the columnIds of the dimensions. */
export const movedPeriods = (options: AlignOptions): Record<string, MovedPeriods> => {
  const { dimensions, dateColumn, range, calendar } = options
  const moved = dimensions.flatMap((dimension) => {
    const { columnId, part } = dimension
    const first = bucketAt(part?.grain, range.from, calendar)
    const last = bucketAt(part?.grain, addDays(range.until, -1), calendar)
    const count = positionInRange(dimension, first, earlierStart(dimension, options), calendar)
    if (part?.of !== dateColumn || count === null || last === null) return []
    return [[columnId, { count, last: part.grain === 'month' ? `${last}-01` : last }] as const]
  })
  return Object.fromEntries(moved)
}
