import { ReportDefinition, type ReportDefinitionInput } from '#contract/report-definition.ts'
import type { WidgetPlan } from '#widgets/kit/widget.ts'
import { type BarView, dimensionFilters } from '../filter-bar/bar-view.ts'
import { toColumnName } from '../reports/address/report-view.ts'

/** What of the dashboard's filter bar an alert on a tile keeps. */
export type WatchedBar = Pick<BarView, 'filters' | 'includeClubOrders'>

export interface WatchedTile {
  readonly title: string
  readonly plan: Pick<WidgetPlan, 'kpis' | 'filter' | 'range'>
  /** of a report tile: its report */
  readonly source: unknown
}

/** Values and club switch of the dashboard's filter bar. */
const toFilterBar = ({ filters, includeClubOrders }: WatchedBar) => ({
  ...(filters.length === 0 ? {} : { dimensionFilters: dimensionFilters(filters) }),
  ...(includeClubOrders ? {} : { includeClubOrders: false }),
})

/** The numbers of a tile as a report that an alert can watch; null: they cannot be watched on their own. */
export const tileDefinition = (
  { title, plan: { kpis, filter, range }, source }: WatchedTile,
  bar: WatchedBar,
): ReportDefinitionInput | null => {
  const own = ReportDefinition.safeParse(source)
  if (own.success) return { ...own.data, name: title }
  if (kpis === null || filter !== undefined) return null
  const dated =
    kpis.rangeColumn === null || typeof range !== 'string'
      ? {}
      : { relativeDateFilter: { relativeRange: range, columnName: toColumnName(kpis.rangeColumn) } }
  const columns = kpis.items.map(({ column }) => ({ ...column }))
  return { reportType: kpis.reportType, name: title, columns, ...dated, ...toFilterBar(bar) }
}
