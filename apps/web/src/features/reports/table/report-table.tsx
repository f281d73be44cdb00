import { useCallback, useMemo } from 'react'
import type { CellPlace } from '#contract/reports.ts'
import { CardList } from '#ui/data-grid/card-list.tsx'
import { DataGrid } from '#ui/data-grid/data-grid.tsx'
import type { GridCoordinate, SortRequest } from '#ui/data-grid/grid-types.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useIsPhone } from '#web/app/toolbar.tsx'
import type { ReportView } from '../address/report-view.ts'
import { isGrouped } from '../query/report-request.ts'
import type { LoadedReport } from '../query/report-subject.ts'
import type { ShownReport } from '../query/use-report-pages.ts'
import { ColumnMenuItems } from './column-menu-items.tsx'
import { resultCells, rowPlace } from './table-cells.ts'
import { sortAfter, tableColumns } from './table-columns.ts'
import type { ArrangedTable } from './use-table-layout.ts'

/** Columns that fit on a phone. */
const FITTING_COLUMNS = 2

/** First rows, whose numbers decide the decimals of their columns. */
const DECIMAL_ROWS = 50

interface ReportTableProps {
  readonly report: LoadedReport
  readonly view: ReportView
  readonly shown: ShownReport
  readonly isPrinted: boolean
  readonly table: ArrangedTable
  readonly anchor: { readonly row: number }
  readonly onVisible: (from: number, until: number) => void
  readonly onChange: (change: Partial<ReportView>) => void
  readonly onExplain: (cell: CellPlace) => void
}

/** The columns with those first that the reader pinned, of which there are `pinned`. */
const useColumns = ({ report, view, shown, table }: ReportTableProps) => {
  const { columns, comparison } = shown.head
  const compare = comparison?.mode ?? null
  const { definition, type } = report
  const { formats, pinned } = table.layout
  const { columns: chosen, sort } = view
  return useMemo(() => {
    const catalog = type.columns
    const all = tableColumns({ columns, definition, chosen, sort, catalog, compare, formats })
    const first = pinned.flatMap((key) => all.filter((column) => column.key === key))
    return { columns: [...new Set([...first, ...all])], pinned: Math.max(1, first.length) }
  }, [columns, definition, type, chosen, sort, compare, formats, pinned])
}

/** The rows of a report with totals; every number opens its lineage. */
export const ReportTable = (props: ReportTableProps) => {
  const { report, view, shown, isPrinted, table, anchor, onVisible, onChange, onExplain } = props
  const { definition } = report
  const { head, rowAt, previousAt, isOld } = shown
  const formats = useFormats()
  const { columns, pinned } = useColumns(props)
  const { layout, arrange } = table
  const chosenWidths = useMemo(
    () => ({ widths: layout.widths, onChange: (widths: Readonly<Record<string, number>>) => arrange({ widths }) }),
    [layout, arrange],
  )
  const sample = Array.from({ length: DECIMAL_ROWS }, (_, index) => rowAt(index) ?? [])
  const comparedWith = head.compareRange ? formats.range(head.compareRange.from, head.compareRange.until) : ''
  const { cellsOf, feet } = resultCells({ columns, head, sample }, { formats, comparedWith, canExplain: !isOld })
  const kind = isGrouped(definition) ? 'group' : 'record'
  const rowCount = Math.min(head.rowCount, definition.top ?? head.rowCount)

  const handleOpen = ({ row, column }: GridCoordinate): void => {
    const pressed = columns[column]
    const cells = row < rowCount ? rowAt(row) : null
    const coordinate = cells === null ? {} : rowPlace(definition, head.columns, cells)
    if (pressed === undefined || coordinate === null) return
    const { columnId, aggregation } = pressed.column
    const period = pressed.role === 'previous' ? 'previous' : 'current'
    onExplain({ row: coordinate, measure: columnId, aggregation, period })
  }
  const handleSort = useCallback(
    (key: string, request: SortRequest) => {
      const column = columns.find((one) => one.key === key)
      if (column) onChange({ sort: sortAfter(column, view.sort, request) })
    },
    [columns, view.sort, onChange],
  )
  const menuItems = useCallback(
    (key: string) => {
      const column = columns.find((one) => one.key === key)
      return column && <ColumnMenuItems {...{ report, column, table, onChange }} chosen={view.columns} />
    },
    [report, columns, view.columns, table, onChange],
  )
  const isPhone = useIsPhone()
  const rows = {
    caption: report.title,
    rowAt: (index: number) => {
      const cells = rowAt(index)
      if (cells === null) return null
      const canExplain = !isOld && rowPlace(definition, head.columns, cells) !== null
      return cellsOf({ kind, cells, previous: previousAt(index) }, canExplain)
    },
    isBusy: isOld,
    onSort: handleSort,
    onOpen: handleOpen,
    ...{ columns, rowCount, feet, onVisible },
  }
  if (isPhone && !isPrinted && columns.length > FITTING_COLUMNS) return <CardList {...rows} />
  return <DataGrid {...rows} {...{ pinned, menuItems, chosenWidths, isPrinted, anchor }} />
}
