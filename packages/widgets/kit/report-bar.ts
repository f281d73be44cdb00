import type { FilterBar, NotApplied } from '#contract/filter-bar.ts'
import { type CompareMode, NO_COMPARISON } from '#domain/ranges/comparison-mode.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'
import type { FilterValue } from '#semantic/query.ts'
import { type BarInput, type BarSettings, clubSwitchNotApplied, splitFilters } from './filter-bar.ts'

/** What a filter bar needs to know about a report. */
export interface BarReport {
  readonly reportType: string
  /** columnId that the report's own range limits; null: it has no range */
  readonly dateColumn: string | null
  /** rows are groups, which can be compared */
  readonly isGrouped: boolean
}

/** What a bar adds to a report, in the words of a report request. */
export interface BarOptions {
  readonly relativeDate?: string
  readonly from?: string
  readonly until?: string
  readonly compare?: CompareMode | typeof NO_COMPARISON
  readonly dimensionFilters: { columnId: string; values: FilterValue[]; exclude: boolean }[]
  readonly includeClubOrders: boolean
}

type Dates = Pick<BarOptions, 'relativeDate' | 'from' | 'until' | 'compare'>

interface AppliedDates {
  readonly dates: Dates
  readonly notApplied: readonly NotApplied[]
}

const rangeDates = ({ range, from, until }: FilterBar, dateColumn: string): Dates => {
  if (from !== undefined && until !== undefined) return { relativeDate: `${dateColumn}-None`, from, until }
  return range === undefined ? {} : { relativeDate: `${dateColumn}-${range}` }
}

const NO_RANGE = 'This report covers all dates'

const applyDates = (
  { dateColumn, isGrouped }: BarReport,
  { filterBar, keepsOwnDates: isPinned }: BarInput,
): AppliedDates => {
  const { range, from, compare } = filterBar
  const hasRange = range !== undefined || from !== undefined
  if (isPinned) return { dates: isGrouped ? {} : { compare: NO_COMPARISON }, notApplied: [] }
  const isCompared = compare !== undefined && compare !== NO_COMPARISON
  if (dateColumn === null) {
    const labels = [...(hasRange ? ['Dates'] : []), ...(isCompared ? ['Comparison'] : [])]
    return { dates: {}, notApplied: labels.map((label) => ({ label, reason: NO_RANGE })) }
  }
  const ranged = rangeDates(filterBar, dateColumn)
  if (isGrouped) return { dates: { ...ranged, ...(compare === undefined ? {} : { compare }) }, notApplied: [] }
  const reason = 'A list of records can’t be compared'
  return {
    dates: { ...ranged, compare: NO_COMPARISON },
    notApplied: isCompared ? [{ label: 'Comparison', reason }] : [],
  }
}

interface AppliedReport {
  readonly options: BarOptions
  readonly notApplied: readonly NotApplied[]
}

/** A report below a filter bar, and what of the bar it cannot apply. */
export const applyBarToReport = (
  report: BarReport,
  input: BarInput,
  { customFields }: Pick<BarSettings, 'customFields'>,
): AppliedReport => {
  const type = findReportType(report.reportType, customFields)
  const types = type === null ? [] : [type]
  const { dates, notApplied } = applyDates(report, input)
  const filters = splitFilters(input.filterBar, types, customFields)
  const ofClubs = input.includeClubOrders ? [] : clubSwitchNotApplied(types)
  const dimensionFilters = filters.applied.map((filter) => ({ ...filter, values: [...filter.values] }))
  return {
    options: { ...dates, dimensionFilters, includeClubOrders: input.includeClubOrders },
    notApplied: [...notApplied, ...filters.notApplied, ...ofClubs],
  }
}
