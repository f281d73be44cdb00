import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { COMPARED_WITH } from '#domain/ranges/comparison-mode.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { ReportChart } from '#ui/report-chart.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { Section } from '../insights/detail/exact-number.tsx'
import { OWN_VIEW, type ReportView } from '../reports/address/report-view.ts'
import { pageSizeOf, requestOf } from '../reports/query/report-request.ts'
import type { LoadedReport } from '../reports/query/report-subject.ts'
import { useReportPages } from '../reports/query/use-report-pages.ts'
import { nameOfValue } from '../reports/table/cell-text.ts'
import { OpenAsReport } from './open-as-report.tsx'
import classes from './subject.module.css'

const CHART_HEIGHT = 220
const PAGES = [1]

/** The chart of a page, over the page's dates; without a view, over all dates. */
export const SubjectTrend = ({ report, view }: { report: LoadedReport; view: ReportView | null }) => {
  const request = useMemo(() => requestOf(report, view ?? OWN_VIEW), [report, view])
  const { shown, error, retry } = useReportPages({
    request,
    pages: PAGES,
    pageSize: pageSizeOf(report.definition),
    isEnabled: true,
  })
  const { chart } = report.definition
  const head = shown?.head ?? null
  if (chart === null) return null
  return (
    <Section title={report.title} tools={<OpenAsReport definition={report.definition} view={view} />}>
      {error === null ? null : <LoadFailure error={error} onRetry={retry} />}
      {head === null && error === null ? <Skeleton height={CHART_HEIGHT} radius="sm" /> : null}
      {head === null ? null : (
        <>
          {head.range === null ? <p className={classes.note}>All dates</p> : null}
          {head.rows.length === 0 ? (
            <p className={classes.note}>No sales in this range.</p>
          ) : (
            <ReportChart
              chart={chart}
              columns={head.columns}
              rows={head.rows}
              previous={head.previous}
              previousOnly={head.previousOnly}
              previousName={head.comparison && COMPARED_WITH[head.comparison.mode]}
              range={head.range}
              today={localDayOf(Date.now(), head.timeZone)}
              nameOf={nameOfValue}
              height={CHART_HEIGHT}
              hasTitle={false}
            />
          )}
        </>
      )}
    </Section>
  )
}
