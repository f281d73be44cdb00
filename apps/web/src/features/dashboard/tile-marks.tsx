import { useNavigate } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import type { Mark } from '#ui/mark-action.tsx'
import { useNumberAction } from '#ui/number-action.tsx'
import { useIsPermitted } from '#web/app/current-user.ts'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import { canWatchTile, openTileAlert } from '#web/features/alerts/open-alert.ts'
import type { WatchedTile } from '#web/features/alerts/tile-definition.ts'
import type { BarView } from '#web/features/filter-bar/bar-view.ts'
import type { BarInAddress } from '#web/features/filter-bar/use-filter-bar.ts'
import {
  type Address,
  breakdownOf,
  exploreAddress,
  type MarkSubject,
  recordsAddress,
} from '#web/features/marks/mark-addresses.ts'
import { excluding, filteredBy } from '#web/features/marks/mark-filters.ts'
import type { MarkChoices } from '#web/features/marks/mark-menu.tsx'
import { MarkMenuProvider } from '#web/features/marks/mark-menu-provider.tsx'
import type { AnyWidget, WidgetPlan } from '#widgets/kit/widget.ts'
import type { TileResult } from './tile-state.ts'

type Bar = Pick<BarInAddress, 'view' | 'change'>

const BarContext = createContext<Bar | null>(null)

/** The filter bar that the marks of the tiles below change. */
export const BarProvider = ({ bar, children }: { bar: Bar; children: ReactNode }) => (
  <BarContext value={bar}>{children}</BarContext>
)

/** Opens the dialog that adds an alert on a number of the tile; null: it has none, or the user has no access to reports. */
export const useTileAlert = (tile: WatchedTile): (() => void) | null => {
  const bar = useContext(BarContext)
  const isLocked = usePlanLock() !== null
  const mayRead = useIsPermitted('reports')
  return mayRead && !isLocked && bar !== null && canWatchTile(tile) ? () => openTileAlert(tile, bar.view) : null
}

type Rows = NonNullable<WidgetPlan['rows']>

const subjectOf = (rows: Rows, view: BarView, result: TileResult): MarkSubject => {
  const ignored = result.notApplied.map(({ columnId }) => columnId)
  return {
    reportType: rows.reportType,
    dateColumn: rows.rangeColumn,
    days: result.range && { from: result.range.from, until: result.range.until },
    compare: result.comparison?.mode ?? null,
    filters: view.filters.filter(({ columnId }) => !ignored.includes(columnId)),
    includeClubOrders: view.includeClubOrders,
    comparisons: [],
  }
}

/** The rows of a tile as a report: its buckets may follow the range, so the columns are those of the answer. */
const definitionOf = (rows: Rows, title: string, { data }: TileResult): ReportDefinitionInput => {
  const dimensions = data.columns
    .filter(({ kind, keyOf }) => kind === 'dimension' && keyOf === undefined)
    .map(({ columnId }) => columnId)
  const planned = rows.columns.map(({ columnId }) => columnId)
  const measures = data.columns.flatMap(({ kind, columnId }) =>
    kind === 'measure' && planned.includes(columnId) ? [columnId] : [],
  )
  const [x = null, ...split] = dimensions
  return {
    reportType: rows.reportType,
    name: title,
    columns: [...dimensions, ...measures].map((columnId) => ({ columnId })),
    groupColumns: dimensions,
    chart: {
      kind: split.length > 0 ? 'stackedBar' : 'bar',
      x,
      series: [...split.slice(0, 1), ...measures.slice(0, 1)],
    },
  }
}

/** The rows of a report tile, as far as its marks need them. */
const reportRows = ({ data: { report, columns } }: TileResult): Rows | null =>
  report === undefined
    ? null
    : {
        reportType: report.reportType,
        rangeColumn: report.dateColumn,
        columns: columns.map(({ columnId, aggregation }) => ({ columnId, aggregation })),
        groupBy: report.groupColumns,
        sort: [],
      }

/** Whether a mark names all groups of its row, so that its number can be explained. */
const isWholeRow = ({ row }: Mark, { groupBy }: Rows): boolean => {
  const names = Object.keys(row).map((name) => name.toLowerCase())
  return groupBy.every((name) => names.includes(name.toLowerCase()))
}

interface TileMarksProps {
  readonly widget: AnyWidget
  readonly settings: Readonly<Record<string, unknown>>
  readonly title: string
  readonly result: TileResult | null
  readonly children: ReactNode
}

/** Lets the marks of a tile's chart change the dashboard's filters and open reports. */
export const TileMarks = ({ widget, settings, title, result, children }: TileMarksProps) => {
  const bar = useContext(BarContext)
  const navigate = useNavigate()
  const explain = useNumberAction()
  const mayRead = useIsPermitted('reports')
  const planned = useMemo(() => widget.planOf(settings).rows, [widget, settings])
  const rows = planned ?? (result && reportRows(result))
  const isReport = result?.data.report !== undefined
  // Filters are chosen, and removed again, with calls of reports.
  if (bar === null || rows === null || result === null || !mayRead) return children
  const { view, change } = bar
  const subject = subjectOf(rows, view, result)
  const go = ({ to, search }: Address): void => void navigate({ to, search })
  const hasList = rows.reportType === 'Orders' || rows.reportType === 'OrderLines'
  const showRecords = (): MarkChoices['onRecords'] => {
    // The filters of a report's own are not part of a list's address.
    if (isReport)
      return explain && ((mark) => explain({ row: isWholeRow(mark, rows) ? mark.row : {}, measure: mark.measure }))
    if (!hasList) return explain && (({ row, measure }) => explain({ row, measure }))
    return (mark) => {
      const address = recordsAddress(subject, mark)
      if (address !== null) go(address)
      else explain?.({ row: mark.row, measure: mark.measure })
    }
  }
  const choices: MarkChoices = {
    reportTypes: [rows.reportType],
    onFilter: (mark) => change(filteredBy(view.filters, mark, subject)),
    onExclude: (mark) => change(excluding(view.filters, mark, subject)),
    onRecords: showRecords(),
    onBreakDown: isReport
      ? null
      : (mark, columnId) => go(exploreAddress(breakdownOf(rows.reportType, mark.measure, columnId), subject, mark)),
    onOpenReport: isReport ? null : () => go(exploreAddress(definitionOf(rows, title, result), subject)),
  }
  return <MarkMenuProvider choices={choices}>{children}</MarkMenuProvider>
}
