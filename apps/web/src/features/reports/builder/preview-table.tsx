import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Cell, ReportResult } from '#contract/reports.ts'
import { DataGrid } from '#ui/data-grid/data-grid.tsx'
import type { GridFoot } from '#ui/data-grid/grid-types.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { isAmount } from '../table/cell-text.ts'
import { FormatItems } from '../table/format-items.tsx'
import { decimalWriters, type RowKind, tableCells } from '../table/table-cells.ts'
import { sortAfterPress, type TableColumn, withComparison } from '../table/table-columns.ts'
import { useBuilder } from './builder-context.tsx'
import { allowedFormats } from './column-choices.ts'
import { type DraftSort, findColumn, type ReportType } from './report-draft.ts'

/** What a title of the preview offers: the format of its column, and removing it. Both change the report. */
const PreviewMenuItems = ({ column: { column, role } }: { readonly column: TableColumn }) => {
  const { type, draft, edit } = useBuilder()
  const known = findColumn(type, column.columnId)
  const place = draft.columns.findIndex(({ columnId }) => columnId === column.columnId)
  const shown = draft.columns[place]
  if (known === null || shown === undefined || role !== 'value') return null
  const formats = allowedFormats(known)
  const chosen = shown.format ?? known.format
  return (
    <>
      <FormatItems
        {...{ formats, chosen }}
        onChoose={(format) =>
          edit({ kind: 'columnChanged', place, change: { format: format === known.format ? null : format } })
        }
      />
      {formats.length < 2 ? null : <Menu.Divider />}
      <Menu.Item
        leftSection={<IconTrash size={14} />}
        disabled={draft.columns.length < 2}
        onClick={() => edit({ kind: 'columnRemoved', place })}
      >
        Remove column
      </Menu.Item>
    </>
  )
}

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
