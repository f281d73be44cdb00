import { Menu } from '@mantine/core'
import { IconEyeOff, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { DataGridProps } from '#ui/data-grid/data-grid.tsx'
import type { ReportView } from '../address/report-view.ts'
import { ownColumns, type TableColumn } from './table-columns.ts'

interface TableMenuInput {
  readonly definition: ReportDefinition
  readonly columns: readonly TableColumn[]
  readonly chosen: ReportView['columns']
  readonly onChange: (change: Partial<ReportView>) => void
}

/** The columns with those first that the reader pinned, and the menus of their titles. */
export const useTableMenu = ({ definition, columns, chosen, onChange }: TableMenuInput) => {
  const [pinned, setPinned] = useState<readonly string[]>([])
  const ordered = useMemo(() => {
    const first = pinned.flatMap((key) => columns.filter((column) => column.key === key))
    return [...first, ...columns.filter(({ key }) => !pinned.includes(key))]
  }, [columns, pinned])
  const menu = useMemo((): NonNullable<DataGridProps['menu']> => {
    const columnOf = (key: string) => columns.find((column) => column.key === key)
    const shown = chosen ?? ownColumns(definition)
    const hide = (columnId: string): void => onChange({ columns: shown.filter((id) => id !== columnId) })
    const toggle = (key: string): void =>
      setPinned(pinned.includes(key) ? pinned.filter((one) => one !== key) : [...pinned, key])
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
              <Menu.Item
                leftSection={<IconEyeOff size={14} />}
                disabled={shown.length < 2}
                onClick={() => hide(column.column.columnId)}
              >
                Hide column
              </Menu.Item>
            ) : null}
          </>
        )
      },
    }
  }, [columns, pinned, chosen, definition, onChange])
  return { columns: ordered, pinned: Math.max(1, pinned.length), menu }
}
