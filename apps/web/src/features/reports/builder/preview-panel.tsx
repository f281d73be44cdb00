import { Button, Skeleton } from '@mantine/core'
import type { ReportResult } from '#contract/reports.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { ReportChart } from '#ui/report-chart.tsx'
import { nameOfValue } from '../table/cell-text.ts'
import { useBuilder } from './builder-context.tsx'
import { otherProblems } from './field-problems.ts'
import classes from './preview.module.css'
import { PreviewTable } from './preview-table.tsx'
import type { Preview } from './use-preview.ts'

const CHART_HEIGHT = 240

/** Preview of the draft. The last result stays until the next one arrives. */
export const PreviewPanel = ({ preview }: { preview: Preview }) => {
  const { draft } = useBuilder()
  const { result, isBusy, isStale, failure, retry } = preview
  return (
    <section className={classes.panel} aria-label="Preview" aria-busy={isBusy}>
      <PreviewHead preview={preview} />
      {failure === null || isBusy ? null : <PreviewFailure {...{ preview, retry }} hasRows={result !== null} />}
      {result === null && failure === null ? <Skeleton height={320} radius="md" /> : null}
      {result === null ? null : (
        <div className={classes.body} data-stale={isStale}>
          {result.rows.length === 0 ? (
            <p className={classes.empty}>
              No {result.range === null ? 'rows' : `rows in ${result.range.label}`}. Try other filters or dates.
            </p>
          ) : (
            <>
              {draft.chart === null ? null : (
                <ReportChart
                  chart={draft.chart}
                  columns={result.columns}
                  rows={result.rows}
                  previous={result.previous}
                  range={result.range}
                  today={localDayOf(Date.now(), result.timeZone)}
                  nameOf={nameOfValue}
                  height={CHART_HEIGHT}
                />
              )}
              <PreviewTable result={result} />
            </>
          )}
        </div>
      )}
    </section>
  )
}

const factsOf = ({ range, compareRange }: ReportResult, count: string): string =>
  [range?.label, compareRange && `compared with ${compareRange.label}`, count].filter(Boolean).join(' · ')

const PreviewHead = ({ preview: { result, isBusy } }: { preview: Preview }) => {
  const formats = useFormats()
  const shown = result?.rows.length ?? 0
  const all = result?.rowCount ?? 0
  const count =
    shown < all
      ? `first ${formats.value(shown, 'integer')} of ${formats.value(all, 'integer')} rows`
      : `${formats.value(all, 'integer')} ${all === 1 ? 'row' : 'rows'}`
  return (
    <header className={classes.head}>
      <h2 className={classes.title}>Preview</h2>
      <span className={classes.facts} aria-live="polite">
        {isBusy ? 'Updating…' : result === null ? '' : factsOf(result, count)}
      </span>
    </header>
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
