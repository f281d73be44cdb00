import { useMutation } from '@tanstack/react-query'
import type { SavedReport, SavedReportInput } from '#contract/saved-reports.ts'
import { errorItems, errorStatus, firstMessage } from '#web/api/api-error.ts'
import { REPORT_PAGES } from '#web/app/data-updates.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { type FieldProblem, toProblem } from './field-problems.ts'
import { type ReportDraft, type ReportType, toDefinition } from './report-draft.ts'

/** Precondition failed: the report was saved by someone else since it was loaded. */
const STALE = 412

const SAVE_FAILED = 'The report couldn’t be saved. Please try again.'

interface SaveOptions {
  readonly type: ReportType
  /** the report being edited; null: a new one */
  readonly report: SavedReport | null
  readonly onSaved: (saved: SavedReport, sent: ReportDraft) => void
  readonly onStale: () => void
}

/** Refreshes lists of saved reports. */
const useRefreshSavedReports = () => {
  const { queries, queryClient } = useRuntime()
  return () => queryClient.invalidateQueries({ queryKey: queries.savedReports.key() })
}

interface SentDraft {
  readonly draft: ReportDraft
  /** version of the report to overwrite; null: creates a new report */
  readonly version: number | null
}

const COPY = ' (copy)'
const MAX_NAME = 200

/** A copy is private and has a name of its own. */
const asCopy = (body: SavedReportInput, original: string): SavedReportInput => ({
  ...body,
  name: body.name === original ? body.name.slice(0, MAX_NAME - COPY.length) + COPY : body.name,
  isPublic: false,
})

/** Saves the draft over its report, or as a new one. */
export const useSaveReport = ({ type, report, onSaved, onStale }: SaveOptions) => {
  const { api, queryClient } = useRuntime()
  const refresh = useRefreshSavedReports()
  return useMutation({
    mutationFn: async ({ draft, version }: SentDraft) => {
      const body = toDefinition(type, draft)
      if (report === null) return api.savedReports.create(body)
      if (version === null) return api.savedReports.create(asCopy(body, report.name))
      return api.savedReports.update({ params: { id: report.id }, body: { ...body, version } })
    },
    onSuccess: (saved, { draft }) => {
      toast.success('Report saved')
      // Results are requested by the report's id, and this one has another definition now.
      queryClient.removeQueries({ queryKey: [REPORT_PAGES] })
      void refresh()
      onSaved(saved, draft)
    },
    onError: (error) => {
      if (errorStatus(error) === STALE) onStale()
      else toast.failure(firstMessage(error, SAVE_FAILED))
    },
  })
}

/** Errors from the server for the submitted draft. */
export const saveProblems = (error: unknown): readonly FieldProblem[] =>
  errorItems(error)
    .map(toProblem)
    .filter(({ part }) => part !== '')
