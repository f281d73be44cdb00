import { dimension } from './columns.ts'
import { weekdayNumber } from './days.ts'
import { fiscalQuarter, fiscalYear, periodStart } from './periods.ts'
import type { ReferenceDimension } from './report-type.ts'
import type { Value } from './value.ts'
import type { ReferenceSettings, Timestamp } from './winery.ts'

/** Columns of a timestamp called `columnId` and of its parts. */
export const timestampColumns = (prefix: string, columnId = `${prefix}Date`): Record<string, ReferenceDimension> => ({
  [columnId]: dimension('timestamp'),
  ...dayParts(prefix, columnId),
  [`${prefix}Hour`]: dimension('integer', { part: { of: columnId, grain: 'hour' } }),
})

/** 1 for January to 12, sorted as the fiscal year runs. */
export const monthOfYear = (columnId: string): ReferenceDimension =>
  dimension('integer', {
    part: { of: columnId, grain: 'monthOfYear' },
    order: (value, { fiscalYearStartMonth }) =>
      typeof value === 'number' ? (value + 12 - fiscalYearStartMonth) % 12 : value,
  })

/** Columns of the parts of a day. */
export const dayParts = (prefix: string, columnId: string): Record<string, ReferenceDimension> => ({
  [`${prefix}Year`]: dimension('integer', { part: { of: columnId, grain: 'year' } }),
  [`${prefix}Quarter`]: dimension('quarter', { part: { of: columnId, grain: 'quarter' } }),
  [`${prefix}Month`]: dimension('month', { part: { of: columnId, grain: 'month' } }),
  [`${prefix}Week`]: dimension('day', { part: { of: columnId, grain: 'week' } }),
  [`${prefix}Day`]: dimension('day', { part: { of: columnId, grain: 'day' } }),
  [`${prefix}Weekday`]: dimension('integer', { part: { of: columnId, grain: 'weekday' } }),
})

export const dayPartValues = (
  prefix: string,
  day: string | null,
  settings: ReferenceSettings,
): Record<string, Value> => ({
  [`${prefix}Year`]: day === null ? null : fiscalYear(day, settings),
  [`${prefix}Quarter`]: day === null ? null : fiscalQuarter(day, settings),
  [`${prefix}Month`]: day === null ? null : day.slice(0, 7),
  [`${prefix}Week`]: day === null ? null : periodStart(day, 'week', settings),
  [`${prefix}Day`]: day,
  [`${prefix}Weekday`]: day === null ? null : weekdayNumber(day),
})

export const timestampValues = (
  prefix: string,
  timestamp: Timestamp | null,
  settings: ReferenceSettings,
  columnId = `${prefix}Date`,
): Record<string, Value> => ({
  [columnId]: timestamp?.at ?? null,
  ...dayPartValues(prefix, timestamp?.day ?? null, settings),
  [`${prefix}Hour`]: timestamp === null ? null : Number(timestamp.local.slice(11, 13)),
})

const DAY_PARTS = ['morning', 'early_afternoon', 'late_afternoon', 'evening']

/** Part of a day, sorted as the day goes on. */
export const dayPart: ReferenceDimension = dimension('text', {
  codes: DAY_PARTS,
  order: (value) => (value === null ? null : DAY_PARTS.indexOf(String(value))),
})

/** Of a local time: noon, three and six begin the later parts. */
export const dayPartAt = ({ local }: Timestamp): string => {
  const hour = Number(local.slice(11, 13))
  if (hour < 12) return 'morning'
  if (hour < 15) return 'early_afternoon'
  return hour < 18 ? 'late_afternoon' : 'evening'
}

/** Saturday and Sunday. */
export const isWeekend = (day: string | null): boolean | null => (day === null ? null : weekdayNumber(day) >= 6)
