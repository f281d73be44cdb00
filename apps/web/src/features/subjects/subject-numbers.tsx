import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import type { ExplainRequest, ReportResult } from '#contract/reports.ts'
import { comparisonName } from '#domain/ranges/comparison-mode.ts'
import type { SubjectNumbers as Numbers } from '#reports/subjects/kit/subject.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiNumber } from '#ui/kpi-number.tsx'
import { NumberActionProvider } from '#ui/number-action.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
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
  <section className={classes.numbers} aria-label="Key numbers">
    {numbers.map((one) => (
      <NumbersOf
        key={JSON.stringify(one.definition)}
        request={numbersRequest(one, reportTypes, view)}
        isOfToday={one.days === null}
        onExplain={onExplain}
      />
    ))}
  </section>
)

interface NumbersOfProps {
  readonly request: ReportRequest
  readonly isOfToday: boolean
  readonly onExplain: (request: ExplainRequest) => void
}

const numberIn = (cells: ReportResult['totals'] | undefined, place: number): number | null => {
  const cell = cells?.[place]
  return typeof cell === 'number' ? cell : null
}

const PAGES = [1]

const NumbersOf = ({ request: given, isOfToday, onExplain }: NumbersOfProps) => {
  const formats = useFormats()
  const key = JSON.stringify(given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same request in a new object is the same
  const request = useMemo(() => given, [key])
  const { shown, error, retry } = useReportPages({ request, pages: PAGES, pageSize: 1, isEnabled: true })
  if (error !== null) return <LoadFailure error={error} onRetry={retry} />
  if (shown === null) return <Skeleton className={classes.number} height={86} radius="md" aria-busy="true" />
  const { columns, totals, previousTotals, compareRange, comparison } = shown.head
  const likeForLike = comparison?.likeForLike ?? null
  const comparedWith =
    compareRange && comparison
      ? `${comparisonName(comparison)}, ${formats.range(compareRange.from, compareRange.until)}`
      : null
  return (
    <NumberActionProvider
      action={shown.isOld ? null : ({ measure }) => onExplain({ ...request, cell: { row: {}, measure } })}
    >
      {columns.map((column, place) =>
        column.kind === 'measure' ? (
          <div key={column.columnId} className={classes.number} data-old={shown.isOld}>
            <KpiNumber
              size="hero"
              comparedWith={previousTotals === undefined ? null : comparedWith}
              kpi={{
                metric: column.columnId,
                label: isOfToday ? `${column.displayName} today` : column.displayName,
                value: numberIn(totals, place),
                previous: numberIn(previousTotals, place),
                format: column.format,
                goodDirection: column.goodDirection,
                ...(likeForLike === null
                  ? {}
                  : {
                      likeForLike: {
                        value: numberIn(likeForLike.totals, place),
                        previous: numberIn(likeForLike.previousTotals, place),
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
