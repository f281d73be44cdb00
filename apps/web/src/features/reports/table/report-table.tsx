import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Account } from '#contract/account.ts'
import type { CellPlace } from '#contract/reports.ts'
import { CardList } from '#ui/data-grid/card-list.tsx'
import { DataGrid } from '#ui/data-grid/data-grid.tsx'
import type { GridCell, GridFoot, GridPlace } from '#ui/data-grid/grid-types.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useIsPhone } from '#web/app/toolbar.tsx'
import type { ReportView } from '../address/report-view.ts'
import { isGrouped } from '../query/report-request.ts'
import type { LoadedReport } from '../query/report-subject.ts'
import type { ShownReport } from '../query/use-report-pages.ts'
import { rowPlace } from './cell-text.ts'
import { decimalWriters, type RowKind, tableCells } from './table-cells.ts'
import { sortAfterPress, type TableColumn, tableColumns } from './table-columns.ts'
import type { ArrangedTable } from './use-table-layout.ts'
import { useTableMenu } from './use-table-menu.tsx'

/** Columns that fit on a phone. */
const FITTING_COLUMNS = 2

/** First rows, whose numbers decide the decimals of their columns. */
const DECIMAL_ROWS = 50

interface ReportTableProps {
  readonly report: LoadedReport
  readonly view: ReportView
  readonly account: Account
  readonly shown: ShownReport
  readonly isPrinted: boolean
  readonly table: ArrangedTable
  readonly anchor: { readonly row: number }
  readonly onVisible: (from: number, until: number) => void
  readonly onChange: (change: Partial<ReportView>) => void
  readonly onExplain: (cell: CellPlace) => void
}

const useColumns = ({ report, view, account, shown, table }: ReportTableProps): readonly TableColumn[] => {
  const { columns, comparison } = shown.head
  const compare = comparison?.mode ?? null
  const { definition, type } = report
  const { formats } = table.layout
  return useMemo(
    () =>
      tableColumns({
        columns,
        definition,
        view: { columns: view.columns, sort: view.sort },
        catalog: type.columns,
        currency: account.currency,
        compare,
        formats,
      }),
    [columns, definition, type, view.columns, view.sort, account.currency, compare, formats],
  )
}

/** The rows of a report with totals; every number opens its lineage. */
export const ReportTable = (props: ReportTableProps) => {
  const { report, view, shown, isPrinted, table, anchor, onVisible, onChange, onExplain } = props
  const { definition } = report
  const { head, rowAt, previousAt, isOld } = shown
  const formats = useFormats()
  const router = useRouter()
  const { columns, pinned, menu } = useTableMenu({
    report,
    columns: useColumns(props),
    chosen: view.columns,
    table,
    onChange,
  })
  const { layout, arrange } = table
  const chosenWidths = useMemo(
    () => ({ widths: layout.widths, onChange: (widths: Readonly<Record<string, number>>) => arrange({ widths }) }),
    [layout, arrange],
  )
  const comparedWith = head.compareRange ? formats.range(head.compareRange.from, head.compareRange.until) : ''
  const hasShortHistory = (head.comparison?.dataStarts ?? null) !== null
  const first = Array.from({ length: DECIMAL_ROWS }, (_, index) => rowAt(index) ?? [])
  const decimals = decimalWriters(columns, first, formats)
  const writing = { formats, comparedWith, answer: head.columns, canExplain: !isOld, hasShortHistory, decimals }
  const rowKind: RowKind = isGrouped(definition) ? 'group' : 'record'

  const cellsAt = (index: number): readonly GridCell[] | null => {
    const cells = rowAt(index)
    if (cells === null) return null
    const canExplain = writing.canExplain && rowPlace(definition, head.columns, cells) !== null
    return tableCells(columns, { kind: rowKind, cells, previous: previousAt(index) }, { ...writing, canExplain })
  }
  const likeForLike = head.comparison?.likeForLike ?? null
  const hasTotal =
    head.totals.some((total) => total !== null) && columns.some(({ column }) => column.kind === 'dimension')
  const feet: GridFoot[] = [
    ...(head.others
      ? [{ key: 'others', cells: tableCells(columns, { kind: 'others', cells: head.others, previous: null }, writing) }]
      : []),
    ...(hasTotal
      ? [
          {
            key: 'total',
            cells: tableCells(
              columns,
              { kind: 'total', cells: head.totals, previous: head.previousTotals ?? null, likeForLike },
              writing,
            ),
          },
        ]
      : []),
  ]
  const tableRows = Math.min(head.rowCount, definition.top ?? head.rowCount)

  const handleOpen = ({ row, column }: GridPlace): void => {
    const pressed = columns[column]
    const cells = row < tableRows ? rowAt(row) : null
    const place = cells === null ? {} : rowPlace(definition, head.columns, cells)
    if (pressed === undefined || place === null) return
    const { columnId, aggregation } = pressed.column
    onExplain({
      row: place,
      measure: columnId,
      aggregation,
      period: pressed.role === 'previous' ? 'previous' : 'current',
    })
  }
  const handleSort = useCallback(
    (key: string, isAdded: boolean) => {
      const column = columns.find((one) => one.key === key)
      if (column) onChange({ sort: sortAfterPress(column, view.sort, isAdded) })
    },
    [columns, view.sort, onChange],
  )
  const handleFollow = useCallback((href: string) => router.history.push(href), [router])
  const isPhone = useIsPhone()
  const rows = {
    caption: report.title,
    rowCount: tableRows,
    rowAt: cellsAt,
    isBusy: isOld,
    onSort: handleSort,
    onOpen: handleOpen,
    onFollow: handleFollow,
    ...{ columns, feet, onVisible },
  }
  if (isPhone && !isPrinted && columns.length > FITTING_COLUMNS) return <CardList {...rows} />
  return <DataGrid {...rows} {...{ pinned, menu, chosenWidths, isPrinted, anchor }} />
}
