import type { Formats } from '#charts/value-format.ts'
import type { Account } from '#contract/account.ts'
import { RANGE_TITLES } from '#domain/ranges/range-title.ts'
import { REPORT_RANGES, type ReportRange } from '#domain/ranges/relative-range.ts'
import { type RangeCalendar, resolveRange } from '#domain/ranges/resolve-range.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'

export const rangeName = (range: ReportRange): string => RANGE_TITLES[range]

export const isReportRange = (text: string): text is ReportRange => REPORT_RANGES.some((range) => range === text)

/** The account's calendar at an instant, in epoch milliseconds. */
export const toRangeCalendar = (
  { timeZone, weekStart, fiscalYearStartMonth }: Pick<Account, 'timeZone' | 'weekStart' | 'fiscalYearStartMonth'>,
  now: number,
): RangeCalendar => ({ today: localDayOf(now, timeZone), weekStart, fiscalYearStartMonth })

export interface NamedRange {
  readonly range: ReportRange
  readonly name: string
  /** its days as text; empty for all dates */
  readonly days: string
}

const IN_ORDER: readonly ReportRange[] = [...REPORT_RANGES.filter((range) => range !== 'None'), 'None']

/** Every relative range with its current days, today first and all dates last. */
export const namedRanges = (calendar: RangeCalendar, formats: Formats): readonly NamedRange[] =>
  IN_ORDER.map((range) => {
    const resolved = resolveRange(range, calendar)
    return {
      range,
      name: RANGE_TITLES[range],
      days: resolved === null ? '' : formats.range(resolved.from, resolved.until),
    }
  })

/** The same as options of a field. */
export const rangeOptions = (calendar: RangeCalendar, formats: Formats) =>
  namedRanges(calendar, formats).map(({ range, name, days }) => ({
    value: range,
    label: days === '' ? name : `${name} · ${days}`,
  }))
