import { Menu } from '@mantine/core'
import { IconCheck, IconEyeOff, IconPin, IconPinnedOff, IconRestore } from '@tabler/icons-react'
import type { Format } from '#domain/report-terms.ts'
import type { ReportView } from '../address/report-view.ts'
import { allowedFormats, formatLabel } from '../builder/column-choices.ts'
import type { LoadedReport } from '../query/report-subject.ts'
import { ownColumns, type TableColumn } from './table-columns.ts'
import type { ArrangedTable } from './use-table-layout.ts'

interface FormatItemsProps {
  readonly formats: readonly Format[]
  readonly chosen: Format
  readonly onChoose: (format: Format) => void
}

/** The formats of a number or date, in a menu. */
export const FormatItems = ({ formats, chosen, onChoose }: FormatItemsProps) =>
  formats.length < 2 ? null : (
    <>
      <Menu.Label>Format</Menu.Label>
      {formats.map((format) => (
        <Menu.Item
          key={format}
          leftSection={
            format === chosen ? (
              <IconCheck size={14} aria-label="Chosen" />
            ) : (
              <IconCheck size={14} visibility="hidden" aria-hidden />
            )
          }
          onClick={() => onChoose(format)}
        >
          {formatLabel(format)}
        </Menu.Item>
      ))}
    </>
  )

interface ColumnMenuItemsProps {
  readonly report: LoadedReport
  readonly column: TableColumn
  /** columnIds shown; null: the report's own */
  readonly chosen: ReportView['columns']
  readonly table: ArrangedTable
  readonly onChange: (change: Partial<ReportView>) => void
}

/** What a title of a report offers: to pin or hide its column, and its format. */
export const ColumnMenuItems = ({ report, column, chosen, table, onChange }: ColumnMenuItemsProps) => {
  const { layout, arrange, reset } = table
  const { key, role, column: shown } = column
  const isPinned = layout.pinned.includes(key)
  const Pin = isPinned ? IconPinnedOff : IconPin
  const pinned = isPinned ? layout.pinned.filter((one) => one !== key) : [...layout.pinned, key]
  const columns = chosen ?? ownColumns(report.definition)
  const known = report.type.columns.find(({ columnId }) => columnId === shown.columnId)
  return (
    <>
      <Menu.Item leftSection={<Pin size={14} />} onClick={() => arrange({ pinned })}>
        {isPinned ? 'Unpin' : 'Pin to the left'}
      </Menu.Item>
      {role === 'value' ? (
        <>
          <Menu.Item
            leftSection={<IconEyeOff size={14} />}
            disabled={columns.length < 2}
            onClick={() => onChange({ columns: columns.filter((columnId) => columnId !== shown.columnId) })}
          >
            Hide column
          </Menu.Item>
          <Menu.Divider />
          <FormatItems
            formats={known === undefined || shown.aggregation === 'Count' ? [] : allowedFormats(known)}
            chosen={shown.format}
            onChoose={(format) => arrange({ formats: { ...layout.formats, [shown.columnId]: format } })}
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
}
