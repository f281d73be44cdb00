import { Menu } from '@mantine/core'
import { IconEyeOff, IconPin, IconPinnedOff, IconRestore } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Format } from '#domain/report-terms.ts'
import type { DataGridProps } from '#ui/data-grid/data-grid.tsx'
import type { ReportView } from '../address/report-view.ts'
import { allowedFormats } from '../builder/column-choices.ts'
import type { LoadedReport } from '../query/report-subject.ts'
import { FormatItems } from './format-items.tsx'
import { ownColumns, type TableColumn } from './table-columns.ts'
import type { ArrangedTable } from './use-table-layout.ts'

interface TableMenuInput {
  readonly report: LoadedReport
  readonly columns: readonly TableColumn[]
  readonly chosen: ReportView['columns']
  readonly table: ArrangedTable
  readonly onChange: (change: Partial<ReportView>) => void
}

/** The columns with those first that the reader pinned, and the menus of their titles. */
export const useTableMenu = ({ report, columns, chosen, table, onChange }: TableMenuInput) => {
  const { layout, arrange, reset } = table
  const { pinned } = layout
  const { definition, type } = report
  const first = useMemo(
    () => pinned.flatMap((key) => columns.filter((column) => column.key === key)),
    [columns, pinned],
  )
  const ordered = useMemo(() => [...first, ...columns.filter((column) => !first.includes(column))], [columns, first])
  const menu = useMemo((): NonNullable<DataGridProps['menu']> => {
    const columnOf = (key: string) => columns.find((column) => column.key === key)
    const shown = chosen ?? ownColumns(definition)
    const hide = (columnId: string): void => onChange({ columns: shown.filter((id) => id !== columnId) })
    const toggle = (key: string): void =>
      arrange({ pinned: pinned.includes(key) ? pinned.filter((one) => one !== key) : [...pinned, key] })
    const setFormat = (columnId: string, format: Format): void =>
      arrange({ formats: { ...layout.formats, [columnId]: format } })
    const formatsOf = ({ column }: TableColumn): readonly Format[] => {
      const known = type.columns.find(({ columnId }) => columnId === column.columnId)
      return known === undefined || column.aggregation === 'Count' ? [] : allowedFormats(known)
    }
    return {
      sort: (key, direction) => {
        const column = columnOf(key)
        if (column !== undefined) onChange({ sort: [{ columnId: column.column.columnId, direction }] })
      },
      itemsOf: (key) => {
        const column = columnOf(key)
        const Pin = pinned.includes(key) ? IconPinnedOff : IconPin
        return (
          <>
            <Menu.Item leftSection={<Pin size={14} />} onClick={() => toggle(key)}>
              {pinned.includes(key) ? 'Unpin' : 'Pin to the left'}
            </Menu.Item>
            {column?.role === 'value' ? (
              <>
                <Menu.Item
                  leftSection={<IconEyeOff size={14} />}
                  disabled={shown.length < 2}
                  onClick={() => hide(column.column.columnId)}
                >
                  Hide column
                </Menu.Item>
                <Menu.Divider />
                <FormatItems
                  formats={formatsOf(column)}
                  chosen={column.column.format}
                  onChoose={(format) => setFormat(column.column.columnId, format)}
                />
              </>
            ) : null}
            {reset === null ? null : (
              <>
                <Menu.Divider />
                <Menu.Item leftSection={<IconRestore size={14} />} onClick={reset}>
                  Reset all columns
                </Menu.Item>
              </>
            )}
          </>
        )
      },
    }
  }, [columns, layout, pinned, arrange, reset, chosen, definition, type, onChange])
  return { columns: ordered, pinned: Math.max(1, first.length), menu }
}
