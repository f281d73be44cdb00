import { plusMonths } from './days.ts'
import type { Group } from './groups.ts'
import { type Grain, periodStart, periodsBetween } from './periods.ts'
import type { Context } from './report-type.ts'
import type { Asked } from './request.ts'
import type { Value } from './value.ts'

const GRAINS: readonly string[] = ['day', 'week', 'month', 'quarter', 'year'] satisfies Grain[]

/** A month of last year is matched with the same month, wherever the days of the ranges begin. */
const isLong = (grain: Grain): boolean => grain === 'month' || grain === 'quarter' || grain === 'year'

const isGrain = (grain: string): grain is Grain => GRAINS.includes(grain)

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
  const dayOf: Readonly<Record<Grain, string>> = {
    day: name,
    week: name,
    month: `${name}-01`,
    quarter: firstOfQuarter(name, calendar.fiscalYearStartMonth),
    year: firstOfYear(Number(name), calendar.fiscalYearStartMonth),
  }
  const start = dayOf[grain]
  const first = periodStart(from, grain, calendar)
  return start >= first ? periodsBetween(first, start, grain) : -periodsBetween(start, first, grain)
}

/** A fiscal year ends in the calendar year it is named after. */
const firstOfYear = (year: number, startMonth: number): string =>
  `${startMonth === 1 ? year : year - 1}-${String(startMonth).padStart(2, '0')}-01`

const firstOfQuarter = (name: string, startMonth: number): string => {
  const year = Number(name.slice(0, 4)) - (startMonth === 1 ? 0 : 1)
  const month = startMonth - 1 + (Number(name.slice(6)) - 1) * 3
  return `${year + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
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
