import type { Formats } from '#charts/value-format.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import {
  addDays,
  addMonths,
  daysInMonth,
  type LocalDay,
  localDay,
  parseLocalDay,
  toWeekday,
} from '#domain/ranges/local-day.ts'

/** Schedule of a report: local days and hours of the account. */
export interface Timing {
  readonly cadence: 'daily' | 'weekly' | 'monthly'
  /** 1 (Monday) to 7; for weekly */
  readonly weekday: number
  /** 1 to 31, or the last day in a shorter month; for monthly */
  readonly day: number
  /** 0 to 23 */
  readonly hour: number
}

interface LocalHour {
  readonly today: LocalDay
  /** hour in the account's time zone, 0 to 23 */
  readonly hour: number
}

const monthly = (today: LocalDay, day: number): LocalDay => {
  const { year, month } = parseLocalDay(today)
  return localDay({ year, month, day: Math.min(day, daysInMonth(year, month)) })
}

const candidate = (from: LocalDay, { cadence, weekday, day }: Timing): LocalDay => {
  if (cadence === 'daily') return from
  if (cadence === 'weekly') return addDays(from, (weekday - toWeekday(from) + 7) % 7)
  const thisMonth = monthly(from, day)
  return thisMonth >= from ? thisMonth : monthly(addMonths(monthly(from, 1), 1), day)
}

/** The local day of the next delivery; today until the hour has passed. */
export const nextSending = (timing: Timing, { today, hour }: LocalHour): LocalDay =>
  candidate(hour < timing.hour ? today : addDays(today, 1), timing)

export const CADENCE_LABELS: Readonly<Record<Timing['cadence'], string>> = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
}

export const ATTACHMENT_LABELS: Readonly<Record<string, string>> = lookupTable({
  '': 'No attachment',
  csv: 'CSV file',
  xlsx: 'Excel file',
  pdf: 'PDF file',
})

/** `Every Monday at 7 AM` */
export const formatTiming = ({ cadence, weekday, day, hour }: Timing, formats: Formats): string => {
  const at = `at ${formats.hour(hour)}`
  if (cadence === 'daily') return `Every day ${at}`
  if (cadence === 'weekly') return `Every ${formats.weekday(weekday, 'full')} ${at}`
  return day === 31 ? `On the last day of every month ${at}` : `On day ${day} of every month ${at}`
}
