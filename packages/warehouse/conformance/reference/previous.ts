import { plusMonths } from './days.ts'
import type { Group } from './groups.ts'
import { bucketStart, type Grain, isGrain, periodStart, periodsBetween } from './periods.ts'
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
  const firstBefore = asked.isYearBefore && first !== '' ? plusMonths(first, -12) : (earlier.range?.from ?? '')
  const groupsByKey = new Map(earlierGroups.map((group) => [alignedKey(group, earlier, firstBefore), group]))
  return groups.map((group) => groupsByKey.get(alignedKey(group, context, first)) ?? null)
}
