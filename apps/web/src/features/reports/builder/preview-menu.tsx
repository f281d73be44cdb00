import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { FormatItems } from '../table/format-items.tsx'
import type { TableColumn } from '../table/table-columns.ts'
import { useBuilder } from './builder-context.tsx'
import { allowedFormats } from './column-choices.ts'
import { findColumn } from './report-draft.ts'

/** What a title of the preview offers: the format of its column, and removing it. Both change the report. */
export const PreviewMenuItems = ({ column: { column, role } }: { readonly column: TableColumn }) => {
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
