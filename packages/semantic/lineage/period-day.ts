import { addMonths, type LocalDay } from '#domain/ranges/local-day.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import { findColumn } from '../catalog/catalog.ts'
import type { CoarserAggregate } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { grainOf } from '../compiler/period-start.ts'
import type { FilterValue } from '../query.ts'

/** Months from a fiscal year's start to the January of the year it is named after. */
const monthsToNamingYear = ({ fiscalYearStartMonth }: PeriodCalendar): number => (13 - fiscalYearStartMonth) % 12

const ofNamed = (day: LocalDay, calendar: PeriodCalendar): LocalDay => addMonths(day, -monthsToNamingYear(calendar))

/** The first day of a returned period: `2026-Q1` → 2026-01-01, where the fiscal year is the calendar year. */
const firstDayOf = (grain: PeriodGrain, answered: string, calendar: PeriodCalendar): LocalDay => {
  if (grain === 'month') return `${answered}-01`
  if (grain === 'year') return ofNamed(`${answered}-01-01`, calendar)
  if (grain !== 'quarter') return answered
  const month = (Number(answered.slice(6)) - 1) * 3 + 1
  return ofNamed(`${answered.slice(0, 4)}-${String(month).padStart(2, '0')}-01`, calendar)
}

/**
 * The first day of a result row's period; `none` for the row of records without that date, null where the groups are not
 * periods.
 */
export const periodStart = (
  coarser: CoarserAggregate,
  type: ReportType,
  row: Readonly<Record<string, FilterValue>>,
  calendar: PeriodCalendar,
): LocalDay | 'none' | null => {
  const dimensions = Object.keys(row).flatMap((columnId) => {
    const column = findColumn(type, columnId)
    return column?.kind === 'dimension' ? [column] : []
  })
  const grain = grainOf(coarser, dimensions)
  const found = dimensions.find(({ part }) => part?.of === coarser.periodOf && part?.grain === grain)
  if (grain === null || found === undefined) return null
  const answered = row[found.columnId] ?? null
  return answered === null ? 'none' : firstDayOf(grain, String(answered), calendar)
}
