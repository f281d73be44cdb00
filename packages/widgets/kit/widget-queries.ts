import type { CustomField } from '#domain/custom-fields.ts'
import { type ResolvedComparison, resolveComparison } from '#domain/ranges/comparison-range.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import { periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import { type RangeCalendar, type ResolvedRange, resolveRange } from '#domain/ranges/resolve-range.ts'
import { calendarWithin } from '#semantic/limited-values.ts'
import { compareWith } from '#semantic/plan-over.ts'
import type { Filter, SemanticQuery } from '#semantic/query.ts'
import type { PlannedQuery, WidgetPlan } from './widget.ts'

/** A query of the current period, with the same query of the comparison period. */
export interface PeriodQueries {
  readonly current: SemanticQuery
  /** null without a comparison */
  readonly previous: SemanticQuery | null
}

/** All queries of a tile, with resolved dates. */
export interface WidgetQueries {
  readonly range: ResolvedRange | null
  /** null without a comparison */
  readonly comparison: ResolvedComparison | null
  /** one row with a column per KPI */
  readonly kpis: PeriodQueries | null
  readonly rows: PeriodQueries | null
  /** of another report type: KPIs after the others, and rows by the same groups */
  readonly joined: { readonly kpis: PeriodQueries; readonly rows: PeriodQueries } | null
  /** one row per month end */
  readonly trend: SemanticQuery | null
}

type PlannedKpis = NonNullable<WidgetPlan['kpis']>

const kpiQuery = ({ reportType, rangeColumn, items }: PlannedKpis): PlannedQuery => ({
  reportType,
  rangeColumn,
  groupBy: [],
  columns: items.map(({ column }) => column),
  sort: [],
})

type Ends = Pick<ResolvedRange, 'from' | 'until'> | null

interface QueryOptions {
  readonly customFields: readonly CustomField[]
  readonly filter: Filter | null
  readonly withoutClubOrders: boolean
}

const queryOf = (
  planned: PlannedQuery,
  range: Ends,
  { filter, withoutClubOrders, customFields }: QueryOptions,
): SemanticQuery => ({
  reportType: planned.reportType,
  columns: planned.columns,
  grain: 'groups',
  groupBy: planned.groupBy,
  filter,
  range:
    range === null || planned.rangeColumn === null
      ? null
      : { columnId: planned.rangeColumn, from: range.from, until: range.until },
  sort: planned.sort,
  top: null,
  page: null,
  withoutClubOrders,
  ...(filter === null || customFields.length === 0 ? {} : { customFields }),
})

/** The exclusive ends of the last `count` months, the current one ending today. */
const monthEnds = (count: number, calendar: RangeCalendar): LocalDay[] => {
  const thisMonth = periodStart(calendar.today, 'month', calendar)
  const starts = Array.from({ length: count - 1 }, (_, back) => shiftPeriod(thisMonth, 'month', back + 2 - count))
  return [...starts, addDays(calendar.today, 1)]
}

interface TileSettings {
  readonly calendar: RangeCalendar
  /** the account's own columns, which a filter may name */
  readonly customFields?: readonly CustomField[]
}

export const widgetQueries = (
  plan: WidgetPlan,
  { calendar, customFields = [] }: TileSettings,
  includeClubOrders: boolean,
): WidgetQueries => {
  const range = plan.range === null ? null : resolveRange(plan.range, calendar)
  const comparison =
    range === null || plan.range === null || plan.compare === null
      ? null
      : resolveComparison(plan.range, range, calendarWithin(calendar, plan.filter ?? null), plan.compare)
  const options = { filter: plan.filter ?? null, withoutClubOrders: !includeClubOrders, customFields }
  const queryIn = (planned: PlannedQuery, ends: Ends) => queryOf(planned, ends, options)
  const inPeriods = (planned: PlannedQuery): PeriodQueries => ({
    current: queryIn(planned, range),
    previous: comparison && compareWith(queryIn(planned, range), comparison),
  })
  return {
    range,
    comparison,
    kpis: plan.kpis && inPeriods(kpiQuery(plan.kpis)),
    rows: plan.rows && inPeriods(plan.rows),
    joined: plan.joined ? { kpis: inPeriods(kpiQuery(plan.joined.kpis)), rows: inPeriods(plan.joined.rows) } : null,
    trend: plan.trend ? { ...queryIn(plan.trend.query, null), asOfDays: monthEnds(plan.trend.months, calendar) } : null,
  }
}
