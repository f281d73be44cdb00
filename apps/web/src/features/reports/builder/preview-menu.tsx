import { Menu } from '@mantine/core'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import type { TableColumn } from '../table/table-columns.ts'
import { useBuilder } from './builder-context.tsx'
import { allowedFormats, formatLabel } from './column-choices.ts'
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
      {formats.length < 2 ? null : (
        <>
          <Menu.Label>Format</Menu.Label>
          {formats.map((format) => (
            <Menu.Item
              key={format}
              leftSection={format === chosen ? <IconCheck size={14} aria-label="Chosen" /> : <span />}
              onClick={() =>
                edit({ kind: 'columnChanged', place, change: { format: format === known.format ? null : format } })
              }
            >
              {formatLabel(format)}
            </Menu.Item>
          ))}
          <Menu.Divider />
        </>
      )}
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
