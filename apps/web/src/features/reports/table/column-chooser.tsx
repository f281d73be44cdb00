import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ResultColumn } from '#contract/reports.ts'
import type { SavedReport } from '#contract/saved-reports.ts'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import { REPORT_PAGES } from '#web/app/data-updates.ts'
import { LockedButton } from '#web/app/plan-lock.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import type { ReportView } from '../address/report-view.ts'
import type { LoadedReport } from '../query/report-subject.ts'
import classes from './column-chooser.module.css'
import { answerColumns, ownColumns } from './table-columns.ts'
import { arrangedColumns } from './table-layout.ts'
import type { ArrangedTable } from './use-table-layout.ts'

const PRECONDITION_FAILED = 412
const STALE = 'This report was changed elsewhere. Reload the page, then save its columns.'

/**
 * Saves the columns shown, their pins, widths and formats with the user's own report, for all who open it; null: the report is not the
 * user's, or has no other layout than its own. What other readers chose for themselves stays theirs.
 */
const useSaveColumns = (
  { saved }: Pick<LoadedReport, 'saved'>,
  { columns }: Pick<ReportView, 'columns'>,
  { layout, reset }: ArrangedTable,
): (() => void) | null => {
  const { api, queries, queryClient } = useRuntime()
  const save = useMutation({
    mutationFn: (report: SavedReport) => {
      const body = {
        ...report,
        columns: arrangedColumns(report.columns, layout),
        ...(columns === null ? {} : { columnOrder: [...columns] }),
      }
      return api.savedReports.update({ params: { id: report.id }, body })
    },
    onSuccess: async () => {
      toast.success('Columns saved')
      await queryClient.invalidateQueries({ queryKey: queries.savedReports.key() })
      reset?.()
      await queryClient.invalidateQueries({ queryKey: [REPORT_PAGES] })
    },
    onError: (error) =>
      toast.failure(
        errorStatus(error) === PRECONDITION_FAILED
          ? STALE
          : firstMessage(error, 'The columns couldn’t be saved. Please try again.'),
      ),
  })
  return saved?.isOwn && reset !== null ? () => save.mutate(saved) : null
}

interface ColumnChooserProps {
  readonly report: LoadedReport
  readonly columns: readonly ResultColumn[]
  readonly view: ReportView
  readonly table: ArrangedTable
  /** columnIds; null: the report's own */
  readonly onChange: (chosen: readonly string[] | null) => void
}

/** Selects the visible columns, resets them with their pins, widths and formats, and saves all that with the report. */
export const ColumnChooser = ({ report, columns, view, table, onChange }: ColumnChooserProps) => {
  const save = useSaveColumns(report, view, table)
  const { reset } = table
  const own = ownColumns(report.definition)
  const shown = new Set(view.columns ?? own)
  const choices = answerColumns(columns, report.definition)
    .map(({ column }) => column)
    .filter((column, index, all) => all.findIndex(({ columnId }) => columnId === column.columnId) === index)
  const toggle = (columnId: string): void => {
    const next = choices
      .map((column) => column.columnId)
      .filter((id) => (id === columnId ? !shown.has(id) : shown.has(id)))
    const isOwn = next.length === own.length && next.every((id) => own.includes(id))
    onChange(isOwn ? null : next)
  }
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
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
          disabled={reset === null}
          title="Reset columns to the report’s defaults"
          onClick={() => reset?.()}
        >
          Reset columns
        </Button>
        {save === null ? null : (
          <LockedButton size="compact-xs" variant="light" mt="xs" onClick={save}>
            Save columns to report
          </LockedButton>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
