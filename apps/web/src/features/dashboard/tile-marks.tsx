import { useNavigate } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import type { Mark } from '#ui/mark-action.tsx'
import { useNumberAction } from '#ui/number-action.tsx'
import { firstMessage } from '#web/api/api-error.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { canWatchTile, openTileAlert } from '#web/features/alerts/open-alert.ts'
import type { WatchedTile } from '#web/features/alerts/tile-definition.ts'
import { type BarView, toFilterBar } from '#web/features/filter-bar/bar-view.ts'
import type { BarInAddress } from '#web/features/filter-bar/use-filter-bar.ts'
import {
  type Address,
  breakdownDefinition,
  exploreAddress,
  isWholeRow,
  type MarkSubject,
  recordsAddress,
} from '#web/features/marks/mark-addresses.ts'
import { excluding, filteredBy } from '#web/features/marks/mark-filters.ts'
import type { MarkChoices } from '#web/features/marks/mark-menu.tsx'
import { MarkMenuProvider } from '#web/features/marks/mark-menu-provider.tsx'
import type { AnyWidget, WidgetPlan } from '#widgets/kit/widget.ts'
import { reportPage, type TileReport } from './report-page-of-tile.ts'
import { useExplainTile } from './tile-lineage.tsx'
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

const tileMarkSubject = (rows: Rows, view: BarView, result: TileResult): MarkSubject => {
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
const markDefinition = (rows: Rows, title: string, { data }: TileResult): ReportDefinitionInput => {
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

interface MarkedPart {
  readonly settings: Readonly<Record<string, unknown>>
  readonly mark: Mark
  readonly view: BarView
  readonly subject: MarkSubject
}

/** The total of a report tile within a mark that stands for several of its rows. */
const partOfReport = ({ settings, mark, view, subject }: MarkedPart) => {
  const limits = filteredBy(view.filters, mark, subject)
  const { keepsOwnDates: _, ...dated } = settings
  return [
    // A pinned tile takes no dates from the bar.
    { type: 'report', props: limits.range === undefined ? settings : dated },
    { row: {}, measure: mark.measure },
    toFilterBar({ ...view, ...limits }),
  ] as const
}

// Most visits break no report down, so its code is loaded on demand.
const reportTiles = () => import('./tile-breakdown.ts')

const reportFailure = (error: unknown): void => {
  toast.failure(firstMessage(error, 'This couldn’t be opened. Check your connection and try again.'))
}

interface TileMarksProps {
  readonly widget: AnyWidget
  /** with the pin of its dates */
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
  const explainTile = useExplainTile()
  const runtime = useRuntime()
  const mayRead = useIsPermitted('reports')
  const planned = useMemo(() => widget.planOf(settings).rows, [widget, settings])
  const rows = planned ?? (result && reportRows(result))
  const report = result?.data.report
  // Filters are chosen, and removed again, with calls of reports.
  if (bar === null || rows === null || result === null || !mayRead) return children
  const { view, change } = bar
  const subject = tileMarkSubject(rows, view, result)
  const go = ({ to, search }: Address): void => void navigate({ to, search })
  const usual: MarkChoices = {
    reportTypes: [rows.reportType],
    onFilter: (mark) => change(filteredBy(view.filters, mark, subject)),
    onExclude: (mark) => change(excluding(view.filters, mark, subject)),
    onRecords: explain && (({ row, measure }) => explain({ row, measure })),
    onBreakDown: (mark, columnId) =>
      go(exploreAddress(breakdownDefinition(rows.reportType, mark.measure, columnId), subject, mark)),
    onOpenReport: () => go(exploreAddress(markDefinition(rows, title, result), subject)),
  }
  const ofList: Partial<MarkChoices> = {
    onRecords: (mark) => {
      const address = recordsAddress(subject, mark)
      if (address !== null) go(address)
      else explain?.({ row: mark.row, measure: mark.measure })
    },
  }
  const ofReport = (shown: TileReport): Partial<MarkChoices> => {
    const page = reportPage(settings.source, shown)
    return {
      // The filters of a report's own are not part of a list's address.
      onRecords: (mark) => {
        if (isWholeRow(mark, rows.groupBy)) explain?.({ row: mark.row, measure: mark.measure })
        else explainTile?.(...partOfReport({ settings, mark, view, subject }))
      },
      onBreakDown: (mark, columnId) =>
        void reportTiles()
          .then(({ tileBreakdown }) => tileBreakdown(runtime, settings.source, { subject, mark, columnId }))
          .then(go, reportFailure),
      onOpenReport: page && (() => void navigate(page)),
    }
  }
  const hasList = rows.reportType === 'Orders' || rows.reportType === 'OrderLines'
  const choices = { ...usual, ...(report ? ofReport(report) : hasList ? ofList : {}) }
  return <MarkMenuProvider choices={choices}>{children}</MarkMenuProvider>
}
