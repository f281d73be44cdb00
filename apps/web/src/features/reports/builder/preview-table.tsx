import { useMemo } from 'react'
import type { Cell, ReportResult } from '#contract/reports.ts'
import { DataGrid } from '#ui/data-grid/data-grid.tsx'
import type { GridFoot } from '#ui/data-grid/grid-types.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { isAmount } from '../table/cell-text.ts'
import { decimalWriters, type RowKind, tableCells } from '../table/table-cells.ts'
import { sortAfterPress, type TableColumn, withComparison } from '../table/table-columns.ts'
import { useBuilder } from './builder-context.tsx'
import { PreviewMenuItems } from './preview-menu.tsx'
import { type DraftSort, findColumn, type ReportType } from './report-draft.ts'

const columnsOf = (
  { columns, previous, comparison }: ReportResult,
  sort: readonly DraftSort[],
  type: ReportType,
  currency: string,
): readonly TableColumn[] =>
  columns.flatMap((column, place): readonly TableColumn[] => {
    if (column.keyOf !== undefined) return []
    const hint = findColumn(type, column.columnId)?.description
    const shown: TableColumn = {
      column,
      place,
      role: 'value',
      hyperlink: null,
      key: `${column.columnId}.${place}`,
      title: column.displayName,
      isNumeric: isAmount(column),
      canSort: true,
      sort: sort.find(({ columnId }) => columnId === column.columnId)?.direction ?? null,
      ...(column.format === 'currency' ? { unit: currency } : {}),
      ...(hint ? { hint } : {}),
    }
    const isCompared = previous !== undefined && shown.isNumeric && column.kind === 'measure'
    return isCompared ? withComparison(shown, comparison?.mode ?? 'previousPeriod') : [shown]
  })

/** The first rows of a result with totals; clicking a title sorts the report. */
export const PreviewTable = ({ result }: { result: ReportResult }) => {
  const { type, draft, edit } = useBuilder()
  const formats = useFormats()
  const currency = useAccount()?.currency ?? ''
  const { columns: answer, rows, totals, others, previous, previousTotals, compareRange, comparison } = result
  const columns = useMemo(() => columnsOf(result, draft.sort, type, currency), [result, draft.sort, type, currency])
  const hasShortHistory = (comparison?.dataStarts ?? null) !== null
  const writing = {
    formats,
    answer,
    comparedWith: compareRange?.label ?? '',
    canExplain: false,
    linksNames: false,
    hasShortHistory,
    decimals: decimalWriters(columns, rows, formats),
  }
  const likeForLike = comparison?.likeForLike ?? null
  const cellsOf = (kind: RowKind, cells: (typeof rows)[number], before: readonly Cell[] | null = null) =>
    tableCells(columns, { kind, cells, previous: before, likeForLike: kind === 'total' ? likeForLike : null }, writing)
  const feet: GridFoot[] = [
    ...(others === undefined ? [] : [{ key: 'others', cells: cellsOf('others', others) }]),
    ...(totals.every((cell) => cell === null)
      ? []
      : [{ key: 'total', cells: cellsOf('total', totals, previousTotals) }]),
  ]
  const handleSort = (key: string, isAdded: boolean): void => {
    const pressed = columns.find((column) => column.key === key)
    if (pressed) edit({ kind: 'sorted', sort: sortAfterPress(pressed, draft.sort, isAdded) ?? [] })
  }
  const menu = {
    sort: (key: string, direction: DraftSort['direction']): void => {
      const column = columns.find((one) => one.key === key)
      if (column) edit({ kind: 'sorted', sort: [{ columnId: column.column.columnId, direction }] })
    },
    itemsOf: (key: string) => {
      const column = columns.find((one) => one.key === key)
      return column === undefined ? null : <PreviewMenuItems column={column} />
    },
  }
  return (
    <DataGrid
      caption="Preview rows"
      columns={columns}
      rowCount={rows.length}
      rowAt={(index) => {
        const row = rows[index]
        return row === undefined ? null : cellsOf(draft.isGrouped ? 'group' : 'record', row, previous?.[index])
      }}
      feet={feet}
      onSort={handleSort}
      onOpen={() => undefined}
      onFollow={() => undefined}
      menu={menu}
    />
  )
}
