import { Button, Group, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { ReportResult } from '#contract/reports.ts'
import { comparisonName } from '#domain/ranges/comparison-mode.ts'
import { countOf } from '#domain/text.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { errorItems, firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { PivotTable } from '#widgets/kit/pivot-table.tsx'
import { ShortHistoryNote } from '../report-facts.tsx'
import { comparedFact, rangeText } from '../report-facts-text.ts'
import { ResultChart } from '../result-chart.tsx'
import { useBuilder } from './builder-context.tsx'
import { type FieldProblem, otherProblems, toProblem } from './field-problems.ts'
import classes from './preview.module.css'
import { PreviewTable } from './preview-table.tsx'
import { type ReportDraft, type ReportType, toDefinition } from './report-draft.ts'
import { type ShownView, viewRequest } from './shown-view.ts'

/** Milliseconds after the last edit before the preview is requested. */
const PAUSE = 350

/** Rows in a preview. */
const PREVIEW_ROWS = 200

interface Preview {
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
    return JSON.stringify({ definition: { ...definition, requiresFilter: false }, ...viewRequest(view) })
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

const CHART_HEIGHT = 240

/** Preview of the draft. The last result stays until the next one arrives. */
export const PreviewPanel = ({ preview }: { preview: Preview }) => {
  const { draft } = useBuilder()
  const { result, isBusy, isStale, failure, retry } = preview
  return (
    <section className={`card ${classes.panel}`} aria-label="Preview" aria-busy={isBusy}>
      <PreviewHead preview={preview} />
      {failure === null || isBusy ? null : (
        <PreviewFailure {...{ preview, retry }} hasRows={result !== null && result.rows.length > 0} />
      )}
      {result === null && failure === null ? <Skeleton height={320} radius="md" /> : null}
      {result === null ? null : (
        <div className={classes.body} data-stale={isStale}>
          {result.rows.length === 0 ? (
            <p className={classes.empty}>No rows. Try other filters or dates.</p>
          ) : (
            <>
              {draft.chart === null ? null : <ResultChart chart={draft.chart} result={result} height={CHART_HEIGHT} />}
              <ShortHistoryNote result={result} />
              {result.pivot === undefined ? (
                <PreviewTable result={result} />
              ) : (
                <PivotTable
                  title="Preview rows"
                  pivot={result.pivot}
                  comparedWith={result.comparison ? comparisonName(result.comparison) : null}
                  onExplain={null}
                />
              )}
            </>
          )}
        </div>
      )}
    </section>
  )
}

const PreviewHead = ({ preview: { result, isBusy } }: { preview: Preview }) => {
  const formats = useFormats()
  const shown = result?.rows.length ?? 0
  const all = result?.rowCount ?? 0
  const count =
    shown < all
      ? `first ${formats.value(shown, 'integer')} of ${formats.value(all, 'integer')} rows`
      : all > 0 && countOf(all, 'row')
  return (
    <Group component="header" justify="space-between" align="baseline" gap="4px 16px">
      <h2 className={classes.title}>Preview</h2>
      <span className={classes.facts} aria-live="polite">
        {isBusy
          ? 'Updating…'
          : result === null
            ? ''
            : [rangeText(result, formats), ...comparedFact(result, formats), count].filter(Boolean).join(' · ')}
      </span>
    </Group>
  )
}

interface PreviewFailureProps {
  readonly preview: Preview
  readonly hasRows: boolean
  readonly retry: () => void
}

/** Field errors are shown at their fields; this shows other errors and that the rows are outdated. */
const PreviewFailure = ({ preview: { problems, failure }, hasRows, retry }: PreviewFailureProps) => {
  const [other] = otherProblems(problems)
  const isOfFields = problems.length > 0 && other === undefined
  return (
    <div className={classes.failure} role="alert">
      <span>{isOfFields ? 'Fix the highlighted fields to update the preview.' : (other ?? failure)}</span>
      {hasRows ? <span className={classes.facts}>The rows below may be out of date.</span> : null}
      {isOfFields ? null : (
        <Button size="compact-sm" variant="default" onClick={retry}>
          Retry
        </Button>
      )}
    </div>
  )
}
