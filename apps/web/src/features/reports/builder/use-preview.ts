import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { ReportResult } from '#contract/reports.ts'
import { errorItems, firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { type FieldProblem, toProblem } from './field-problems.ts'
import { type ReportDraft, type ReportType, toDefinition } from './report-draft.ts'
import { type ShownView, viewRequest } from './shown-view.ts'

/** Milliseconds after the last edit before the preview is requested. */
const PAUSE = 350

/** Rows in a preview. */
const PREVIEW_ROWS = 200

export interface Preview {
  /** of the last valid draft; null: none yet */
  readonly result: ReportResult | null
  /** `result` belongs to an earlier draft */
  readonly isStale: boolean
  readonly isBusy: boolean
  readonly problems: readonly FieldProblem[]
  /** why there is no newer result; null: there is one */
  readonly failure: string | null
  readonly retry: () => void
}

const NONE: readonly FieldProblem[] = []

/** The result of the current draft, shortly after the last edit. Requests for older drafts are aborted. */
export const usePreview = (type: ReportType, draft: ReportDraft, view: ShownView): Preview => {
  const { queries } = useRuntime()
  const asked = useMemo(() => {
    const { isPublic: _, ...definition } = toDefinition(type, { ...draft, name: '', description: '' })
    // A report that prompts for filters is previewed without them.
    return JSON.stringify({ definition: { ...definition, requiresFilter: false }, ...viewRequest(view, draft) })
  }, [type, draft, view])
  const [settled] = useDebouncedValue(asked, PAUSE)
  const hasColumns = draft.columns.length > 0
  const query = useQuery(
    queries.reports.query.queryOptions({
      input: { ...JSON.parse(settled), pageSize: PREVIEW_ROWS },
      enabled: hasColumns && settled.includes('"columnId"'),
      retry: false,
    }),
  )
  const last = useRef<ReportResult | null>(null)
  if (query.data !== undefined) last.current = query.data
  const problems = useMemo(() => (query.error ? errorItems(query.error).map(toProblem) : NONE), [query.error])
  return {
    result: last.current,
    isStale: query.data === undefined || settled !== asked,
    isBusy: query.isFetching || settled !== asked,
    problems,
    failure: query.error ? firstMessage(query.error, 'The preview couldn’t be loaded. Check your connection.') : null,
    retry: () => void query.refetch(),
  }
}
