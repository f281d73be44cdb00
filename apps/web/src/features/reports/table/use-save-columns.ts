import { useMutation } from '@tanstack/react-query'
import type { SavedReport } from '#contract/saved-reports.ts'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import { REPORT_PAGES } from '#web/app/data-updates.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import type { ReportView } from '../address/report-view.ts'
import type { LoadedReport } from '../query/report-subject.ts'
import { arrangedColumns } from './table-layout.ts'
import type { ArrangedTable } from './use-table-layout.ts'

const PRECONDITION_FAILED = 412
const STALE = 'This report was changed elsewhere. Reload the page, then save its columns.'

/**
 * Saves the columns shown, their pins, widths and formats with the user's own report, for all who open it; null: the report is not the
 * user's, or has no other layout than its own. What other readers chose for themselves stays theirs.
 */
export const useSaveColumns = (
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
