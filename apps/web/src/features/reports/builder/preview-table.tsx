import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { isShownColumn, type ReportResult } from '#contract/reports.ts'
import { DataGrid } from '#ui/data-grid/data-grid.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { findTrialsColumn } from '#widgets/kit/proportion-note.ts'
import { FormatItems } from '../table/column-menu-items.tsx'
import { resultCells } from '../table/table-cells.ts'
import { shownColumns, sortAfter, type TableColumn } from '../table/table-columns.ts'
import { useBuilder } from './builder-context.tsx'
import { allowedFormats } from './column-choices.ts'
import { findColumn } from './report-draft.ts'

/** What a title of the preview offers: the format of its column, and removing it. Both change the report. */
const PreviewMenuItems = ({ column: { column, role } }: { readonly column: TableColumn }) => {
  const { type, draft, edit } = useBuilder()
  const known = findColumn(type, column.columnId)
  const index = draft.columns.findIndex(({ columnId }) => columnId === column.columnId)
  const shown = draft.columns[index]
  if (known === null || shown === undefined || role !== 'value') return null
  const formats = allowedFormats(known)
  const chosen = shown.format ?? known.format
  return (
    <>
      <FormatItems
        {...{ formats, chosen }}
        onChoose={(format) =>
          edit({ kind: 'columnChanged', index, change: { format: format === known.format ? null : format } })
        }
      />
      {formats.length < 2 ? null : <Menu.Divider />}
      <Menu.Item
        leftSection={<IconTrash size={14} />}
        disabled={draft.columns.length < 2}
        onClick={() => edit({ kind: 'columnRemoved', index })}
      >
        Remove column
      </Menu.Item>
    </>
  )
}

/** The first rows of a result with totals; clicking a title sorts the report. */
export const PreviewTable = ({ result }: { result: ReportResult }) => {
  const { type, draft, edit } = useBuilder()
  const formats = useFormats()
  const { rows, previous, compareRange } = result
  const columns = useMemo(() => {
    const compare = result.previous === undefined ? null : (result.comparison?.mode ?? 'previousPeriod')
    return result.columns.flatMap((column, index) => {
      if (!isShownColumn(column)) return []
      const trials = findTrialsColumn(result.columns, column)
      const answer = { column, index, hyperlink: null, canSort: true, trials }
      return shownColumns(answer, { catalog: type.columns, compare, sorts: draft.sort })
    })
  }, [result, draft.sort, type])
  const { cellsOf, feet } = resultCells(
    { columns, head: result, sample: rows },
    { formats, comparedWith: compareRange?.label ?? '', canExplain: false, linksNames: false },
  )
  const columnAt = (key: string) => columns.find((column) => column.key === key)
  return (
    <DataGrid
      caption="Preview rows"
      columns={columns}
      rowCount={rows.length}
      rowAt={(index) => {
        const cells = rows[index]
        const kind = draft.isGrouped ? 'group' : 'record'
        return cells === undefined ? null : cellsOf({ kind, cells, previous: previous?.[index] ?? null })
      }}
      feet={feet}
      onSort={(key, request) => {
        const column = columnAt(key)
        if (column) edit({ kind: 'changed', change: { sort: sortAfter(column, draft.sort, request) ?? [] } })
      }}
      onOpen={() => undefined}
      menuItems={(key) => {
        const column = columnAt(key)
        return column && <PreviewMenuItems column={column} />
      }}
    />
  )
}
