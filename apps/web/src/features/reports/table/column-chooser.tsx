import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { ResultColumn } from '#contract/reports.ts'
import { PlanLock } from '#web/app/plan-lock.tsx'
import classes from './column-chooser.module.css'
import { answerColumns, ownColumns } from './table-columns.ts'

interface ColumnChooserProps {
  readonly columns: readonly ResultColumn[]
  readonly definition: ReportDefinition
  /** columnIds; null: the report's own */
  readonly chosen: readonly string[] | null
  readonly onChange: (chosen: readonly string[] | null) => void
  /** also of pins, widths and formats; null: nothing to reset */
  readonly onReset: (() => void) | null
  /** keeps columns, pins, widths and formats as the report's own; null: not a report of the user, or nothing changed */
  readonly onSave: (() => void) | null
}

/** Selects the visible columns. */
export const ColumnChooser = ({ columns, definition, chosen, onChange, onReset, onSave }: ColumnChooserProps) => {
  const [isOpen, setOpen] = useState(false)
  const own = ownColumns(definition)
  const shown = new Set(chosen ?? own)
  const choices = answerColumns(columns, definition)
    .map(({ column }) => column)
    .filter((column, place, all) => all.findIndex(({ columnId }) => columnId === column.columnId) === place)
  const toggle = (columnId: string): void => {
    const next = choices
      .map((column) => column.columnId)
      .filter((id) => (id === columnId ? !shown.has(id) : shown.has(id)))
    const isOwn = next.length === own.length && next.every((id) => own.includes(id))
    onChange(isOwn ? null : next)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconColumns3 size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <div className={classes.list}>
          {choices.map(({ columnId, displayName }) => (
            <Checkbox
              key={columnId}
              size="xs"
              label={displayName}
              checked={shown.has(columnId)}
              // The last column cannot be hidden.
              disabled={shown.size === 1 && shown.has(columnId)}
              onChange={() => toggle(columnId)}
            />
          ))}
        </div>
        <Button
          size="compact-xs"
          variant="subtle"
          mt="xs"
          disabled={onReset === null}
          title="Show the report’s own columns with their usual order, widths, and formats"
          onClick={() => onReset?.()}
        >
          Reset columns
        </Button>
        {onSave === null ? null : (
          <PlanLock>
            {(lock) => (
              <Button size="compact-xs" variant="light" mt="xs" onClick={onSave} {...lock}>
                Save columns to report
              </Button>
            )}
          </PlanLock>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
