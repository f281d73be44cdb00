import { plusMonths } from './days.ts'
import type { Group } from './groups.ts'
import { bucketName, bucketStart, type Grain, isGrain, periodStart, periodsBetween, periodsLater } from './periods.ts'
import type { Context } from './report-type.ts'
import type { Asked } from './request.ts'
import type { Value } from './value.ts'

/** A month of last year is matched with the same month, wherever the days of the ranges begin. */
const isLong = (grain: Grain): boolean => grain === 'month' || grain === 'quarter' || grain === 'year'

/**
 * What a group's value is matched by: itself, but for a bucket of the date that the range limits how many buckets it comes
 * after the range's first.
 */
const alignedValue = (
  asked: Asked,
  columnId: string,
  value: Value,
  { range, settings }: Context,
  from: string,
): Value => {
  const column = asked.type.columns[columnId]
  const part = column?.kind === 'dimension' ? column.part : undefined
  if (value === null || range === null || part?.of !== range.columnId || !isGrain(part.grain)) return value
  const first = isLong(part.grain) ? from : range.from
  return bucketsAfter(first, String(value), part.grain, settings)
}

/** Counts from the range's first bucket to the one of this name; negative where it comes before. */
const bucketsAfter = (from: string, name: string, grain: Grain, calendar: Context['settings']): number => {
  const start = bucketStart(name, grain, calendar)
  const first = periodStart(from, grain, calendar)
  return start >= first ? periodsBetween(first, start, grain) : -periodsBetween(start, first, grain)
}

/** The day that earlier months, quarters and years are counted from. */
const firstBefore = ({ isYearBefore }: Asked, { range }: Context, earlier: Context): string =>
  isYearBefore && range !== null ? plusMonths(range.from, -12) : (earlier.range?.from ?? '')

/** For each group the one of the earlier range that stands in its place, null where there is none. */
export const previousRows = (
  asked: Asked,
  groups: readonly Group[],
  earlierGroups: readonly Group[],
  { context, earlier }: { readonly context: Context; readonly earlier: Context },
): (Group | null)[] => {
  const alignedKey = ({ key }: Group, of: Context, from: string) =>
    JSON.stringify(asked.groupBy.map((columnId, index) => alignedValue(asked, columnId, key[index] ?? null, of, from)))
  const first = context.range?.from ?? ''
  const before = firstBefore(asked, context, earlier)
  const groupsByKey = new Map(earlierGroups.map((group) => [alignedKey(group, earlier, before), group]))
  return groups.map((group) => groupsByKey.get(alignedKey(group, context, first)) ?? null)
}

/** The key that an earlier group has in this range; null where this range has no such period. */
const laterKey = (
  asked: Asked,
  { key }: Group,
  context: Context,
  earlier: Context,
  firstBefore: string,
): Value[] | null => {
  const { range, settings } = context
  const values = asked.groupBy.map((columnId, index): Value | undefined => {
    const value = key[index] ?? null
    const column = asked.type.columns[columnId]
    const part = column?.kind === 'dimension' ? column.part : undefined
    if (value === null || range === null || part?.of !== range.columnId || !isGrain(part.grain)) return value
    const after = Number(alignedValue(asked, columnId, value, earlier, firstBefore))
    const start = periodsLater(periodStart(range.from, part.grain, settings), part.grain, after)
    return start < range.until ? bucketName(start, part.grain, settings) : undefined
  })
  return values.includes(undefined) ? null : values.map((value) => value ?? null)
}

/** Keys of the groups that only the earlier range has, where they stand in this one. */
export const endedKeys = (
  asked: Asked,
  groups: readonly Group[],
  earlierGroups: readonly Group[],
  { context, earlier }: { readonly context: Context; readonly earlier: Context },
): Value[][] => {
  const { range } = context
  // without a date of their own the groups of both ranges are the same, and no other date is in both
  if (range === null || asked.groupBy.length === 0 || asked.groupBy.includes(range.columnId)) return []
  const known = new Set(groups.map(({ key }) => JSON.stringify(key)))
  const keys = earlierGroups.flatMap((group) => {
    const key = laterKey(asked, group, context, earlier, firstBefore(asked, context, earlier))
    return key === null || known.has(JSON.stringify(key)) ? [] : [key]
  })
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
}
