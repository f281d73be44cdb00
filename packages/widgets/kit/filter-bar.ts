import type { FilterBar, NotApplied } from '#contract/filter-bar.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { NO_COMPARISON } from '#domain/ranges/comparison-mode.ts'
import { diffDays } from '#domain/ranges/local-day.ts'
import type { RangeChoice } from '#domain/ranges/relative-range.ts'
import { type RangeCalendar, resolveRange } from '#domain/ranges/resolve-range.ts'
import { findReportType, reportTypesFor } from '#semantic/catalog/catalog.ts'
import type { Dimension } from '#semantic/catalog/column.ts'
import { hasClubOrders, type ReportType } from '#semantic/catalog/report-type.ts'
import { type DimensionFilter, findDimension, matchingAll, valueProblem } from '#semantic/dimension-filter.ts'
import type { QueryProblem } from '#semantic/query.ts'
import type { PlannedQuery, WidgetPlan } from './widget.ts'

export interface BarSettings {
  readonly calendar: RangeCalendar
  readonly customFields: readonly CustomField[]
}

export interface BarInput {
  readonly filterBar: FilterBar
  readonly includeClubOrders: boolean
  /** the tile keeps the dates of its settings */
  readonly keepsOwnDates: boolean
}

export interface AppliedPlan {
  readonly plan: WidgetPlan
  readonly notApplied: readonly NotApplied[]
}

/** Whether a tile's props say that it keeps the range and comparison of its own settings. */
export const keepsOwnDates = (props: unknown): boolean =>
  typeof props === 'object' && props !== null && 'keepsOwnDates' in props && props.keepsOwnDates === true

const barRange = ({ range, from, until }: FilterBar): RangeChoice | null =>
  from !== undefined && until !== undefined ? { from, until } : (range ?? null)

/** The dimension that a filter of a dashboard means: that of the first report type with such a column. */
const meantDimension = (types: readonly ReportType[], { columnId }: DimensionFilter) => {
  for (const type of types) {
    const dimension = findDimension(type, columnId)
    if (dimension !== null) return { type, dimension }
  }
  return null
}

/** Columns and values of a bar that no report type has; `field` is the path of the bar in the request. */
export const filterBarProblems = (
  { dimensionFilters }: Pick<FilterBar, 'dimensionFilters'>,
  field: string,
  types: readonly ReportType[],
): QueryProblem[] =>
  dimensionFilters.flatMap((filter, at) => {
    const path = `${field}.dimensionFilters[${at}]`
    const meant = meantDimension(types, filter)
    if (meant === null)
      return [{ field: `${path}.columnId`, message: `${filter.columnId} is not a column to filter by` }]
    return filter.values.flatMap((value, index) => {
      const message = valueProblem(meant.type, meant.dimension, value)
      return message === null ? [] : [{ field: `${path}.values[${index}]`, message }]
    })
  })

/** `Booked by` of a reservation is not the `Sales channel` of an order, although both are named `channel`. */
const isSameDimension = (one: Dimension, other: Dimension | null): boolean =>
  other !== null && one.displayName === other.displayName && one.type === other.type

const typesOf = ({ kpis, rows, joined, trend }: WidgetPlan, customFields: readonly CustomField[]): ReportType[] => {
  const named = [kpis, rows, joined?.kpis, joined?.rows, trend?.query].flatMap((query) => query?.reportType ?? [])
  return [...new Set(named)].flatMap((name) => findReportType(name, customFields) ?? [])
}

const titlesOf = (types: readonly ReportType[]): string => types.map(({ title }) => title.toLowerCase()).join(' and ')

interface SplitFilters {
  readonly applied: readonly DimensionFilter[]
  readonly notApplied: readonly NotApplied[]
}

/** A filter applies where every number of the tile has its column: otherwise two numbers would mean different records. */
export const splitFilters = (
  { dimensionFilters }: FilterBar,
  types: readonly ReportType[],
  customFields: BarSettings['customFields'],
): SplitFilters => {
  const applied: DimensionFilter[] = []
  const notApplied: NotApplied[] = []
  for (const filter of dimensionFilters) {
    const meant = meantDimension(reportTypesFor(customFields), filter)
    if (meant === null) continue
    const without = types.filter((type) => !isSameDimension(meant.dimension, findDimension(type, filter.columnId)))
    const label = meant.dimension.displayName
    if (without.length === 0) applied.push(filter)
    else notApplied.push({ label, columnId: filter.columnId, reason: `${label} doesn’t apply to ${titlesOf(without)}` })
  }
  return { applied, notApplied }
}

/** Why the club switch has no effect on numbers of these types. */
export const clubSwitchNotApplied = (types: readonly ReportType[]): NotApplied[] => {
  const without = types.filter((type) => !hasClubOrders(type))
  if (without.length < types.length) return []
  return [{ label: 'Include Club Orders', reason: `Include Club Orders doesn’t apply to ${titlesOf(without)}` }]
}

const datesNotApplied = ({ range, isRangeFixed }: WidgetPlan): string | null => {
  if (isRangeFixed === true) return 'This widget always shows today'
  return range === null ? 'This widget always covers all dates' : null
}

/** Days up to which a range is drawn by day. */
const MAX_DAYS = 31

const bucketFor = (range: RangeChoice, calendar: RangeCalendar, weeksUpTo: number): string => {
  const resolved = resolveRange(range, calendar)
  const days = resolved === null ? Infinity : diffDays(resolved.from, resolved.until)
  if (days <= MAX_DAYS) return 'orderDay'
  return days <= weeksUpTo ? 'orderWeek' : 'orderMonth'
}

const withBucket = (rows: PlannedQuery, bucket: string): PlannedQuery => {
  const [before] = rows.groupBy
  const renamed = (columnId: string): string => (columnId === before ? bucket : columnId)
  return {
    ...rows,
    groupBy: rows.groupBy.map(renamed),
    columns: rows.columns.map((column) => ({ ...column, columnId: renamed(column.columnId) })),
  }
}

/** The plan over the bar's range, with its comparison. */
const withDates = (
  plan: WidgetPlan,
  { filterBar, keepsOwnDates: isPinned }: BarInput,
  calendar: RangeCalendar,
): AppliedPlan => {
  const range = barRange(filterBar)
  const { compare } = filterBar
  const isUnlimited = range === null && compare === undefined
  if (isPinned || isUnlimited) return { plan, notApplied: [] }
  const reason = datesNotApplied(plan)
  if (reason !== null) {
    const parts = [
      range === null ? [] : ['Dates'],
      compare === undefined || compare === NO_COMPARISON ? [] : ['Comparison'],
    ]
    return { plan, notApplied: parts.flat().map((label) => ({ label, reason })) }
  }
  const compared = compare === undefined ? plan.compare : compare === NO_COMPARISON ? null : compare
  if (range === null) return { plan: { ...plan, compare: compared }, notApplied: [] }
  const { rows, weeksUpTo } = plan
  const dated = {
    ...plan,
    range,
    compare: compared,
    ...(rows && weeksUpTo ? { rows: withBucket(rows, bucketFor(range, calendar, weeksUpTo)) } : {}),
  }
  return { plan: dated, notApplied: [] }
}

/** The plan of a tile below a filter bar, and what of the bar it cannot apply. */
export const applyFilterBar = (
  plan: WidgetPlan,
  input: BarInput,
  { calendar, customFields }: BarSettings,
): AppliedPlan => {
  const types = typesOf(plan, customFields)
  if (types.length === 0) return { plan, notApplied: [] }
  const dated = withDates(plan, input, calendar)
  const { applied, notApplied } = splitFilters(input.filterBar, types, customFields)
  const filter = matchingAll(applied)
  const ofClubs = input.includeClubOrders ? [] : clubSwitchNotApplied(types)
  return {
    plan: filter === null ? dated.plan : { ...dated.plan, filter },
    notApplied: [...dated.notApplied, ...notApplied, ...ofClubs],
  }
}
