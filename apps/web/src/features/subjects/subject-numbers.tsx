import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { type ExplainRequest, isShownColumn, type ReportResult } from '#contract/reports.ts'
import { comparisonName } from '#domain/ranges/comparison-mode.ts'
import type { SubjectNumbers as Numbers } from '#reports/subjects/kit/subject.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiNumber } from '#ui/kpi-number.tsx'
import { NumberActionProvider } from '#ui/number-action.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useIsPhone } from '#web/app/toolbar.tsx'
import type { ReportView } from '../reports/address/report-view.ts'
import type { ReportRequest } from '../reports/query/report-request.ts'
import type { ReportTypeInfo } from '../reports/query/report-subject.ts'
import { useReportPages } from '../reports/query/use-report-pages.ts'
import classes from './subject.module.css'
import { numbersRequest } from './subject-report.ts'

interface SubjectNumbersProps {
  readonly numbers: readonly Numbers[]
  readonly reportTypes: readonly ReportTypeInfo[]
  readonly view: ReportView
  readonly onExplain: (request: ExplainRequest) => void
}

/** The key numbers of a page with their comparison; each opens its lineage. */
export const SubjectNumbers = ({ numbers, reportTypes, view, onExplain }: SubjectNumbersProps) => (
  <section aria-label="Key numbers">
    {numbers.slice(0, 1).map((one) => (
      <Ranges key={JSON.stringify(one.definition)} request={numbersRequest(one, reportTypes, view)} />
    ))}
    <div className={classes.numbers}>
      {numbers.map((one) => (
        <NumbersOf
          key={JSON.stringify(one.definition)}
          request={numbersRequest(one, reportTypes, view)}
          isOfToday={one.days === null}
          onExplain={onExplain}
        />
      ))}
    </div>
  </section>
)

interface NumbersOfProps {
  readonly request: ReportRequest
  readonly isOfToday: boolean
  readonly onExplain: (request: ExplainRequest) => void
}

export const numberIn = (cells: ReportResult['totals'] | undefined, index: number): number | null => {
  const cell = cells?.[index]
  return typeof cell === 'number' ? cell : null
}

const PAGES = [1]

/** Numbers of a request, whose rows do not matter. */
export const useNumbers = (given: ReportRequest) => {
  const key = JSON.stringify(given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same request in a new object is the same
  const request = useMemo(() => given, [key])
  return { request, ...useReportPages({ request, pages: PAGES, pageSize: 1, isEnabled: true }) }
}

/** The days of the numbers, and those that they are compared with. */
const Ranges = ({ request }: { request: ReportRequest }) => {
  const formats = useFormats()
  const head = useNumbers(request).shown?.head ?? null
  if (head === null || head.range === null) return null
  const { range, compareRange, comparison } = head
  const release = comparison?.alignedOn ? `${comparisonName(comparison)}, ` : ''
  return (
    <p className={classes.note} style={{ marginBottom: 8 }}>
      {formats.range(range.from, range.until)}
      {compareRange && ` vs ${release}${formats.range(compareRange.from, compareRange.until)}`}
    </p>
  )
}

const NumbersOf = ({ request: given, isOfToday, onExplain }: NumbersOfProps) => {
  const formats = useFormats()
  const { request, shown, error, retry } = useNumbers(given)
  // Two numbers in a row, as in the style sheet.
  const isNarrow = useIsPhone()
  if (error !== null) return <LoadFailure error={error} onRetry={retry} />
  if (shown === null) return <Skeleton className={`card ${classes.number}`} height={86} radius="md" aria-busy="true" />
  const { columns, rowCount, totals, previousTotals, compareRange, comparison } = shown.head
  // What has no stock records, such as a ticket, is not out of stock.
  if (isOfToday && rowCount === 0) return null
  const likeForLike = comparison?.likeForLike ?? null
  const comparedWith =
    compareRange && comparison
      ? `${comparisonName(comparison)}, ${formats.range(compareRange.from, compareRange.until)}`
      : null
  return (
    <NumberActionProvider
      action={shown.isOld ? null : ({ measure }) => onExplain({ ...request, cell: { row: {}, measure } })}
    >
      {columns.map((column, index) =>
        column.kind === 'measure' && isShownColumn(column) ? (
          <div key={column.columnId} className={`card ${classes.number}`} data-old={shown.isOld}>
            <KpiNumber
              size={isNarrow ? 'side' : 'hero'}
              comparedWith={previousTotals === undefined ? null : comparedWith}
              kpi={{
                metric: column.columnId,
                label: isOfToday ? `${column.displayName} now` : column.displayName,
                value: numberIn(totals, index),
                previous: numberIn(previousTotals, index),
                format: column.format,
                goodDirection: column.goodDirection,
                ...(likeForLike === null
                  ? {}
                  : {
                      likeForLike: {
                        value: numberIn(likeForLike.totals, index),
                        previous: numberIn(likeForLike.previousTotals, index),
                      },
                    }),
              }}
            />
          </div>
        ) : null,
      )}
    </NumberActionProvider>
  )
}
