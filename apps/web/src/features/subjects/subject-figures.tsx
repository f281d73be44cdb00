import { Group, Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import type { Account } from '#contract/account.ts'
import type { ExplainRequest } from '#contract/reports.ts'
import type { SubjectNumbers as Numbers, SubjectSections } from '#reports/subjects/kit/subject.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { Section } from '../insights/detail/exact-number.tsx'
import { OWN_VIEW, type ReportView } from '../reports/address/report-view.ts'
import { buildRequest, reportPageSize } from '../reports/query/report-request.ts'
import type { LoadedReport, ReportTypeInfo } from '../reports/query/report-subject.ts'
import { useReportPages } from '../reports/query/use-report-pages.ts'
import { ReportDates } from '../reports/report-dates.tsx'
import { ReportProblems } from '../reports/report-empty.tsx'
import { ResultChart } from '../reports/result-chart.tsx'
import { useReportView } from '../reports/use-report-view.ts'
import { OpenAsReport } from './open-as-report.tsx'
import classes from './subject.module.css'
import { SubjectNumbers } from './subject-numbers.tsx'
import { subjectReport, withUsualDates } from './subject-report.ts'

const CHART_HEIGHT = 220
const PAGES = [1]

/** The chart of a page, over the page's dates; without a view, over all dates. */
const SubjectTrend = ({ report, view }: { report: LoadedReport; view: ReportView | null }) => {
  const request = useMemo(() => buildRequest(report, view ?? OWN_VIEW), [report, view])
  const { shown, error, retry } = useReportPages({
    request,
    pages: PAGES,
    pageSize: reportPageSize(report.definition),
    isEnabled: true,
  })
  const { chart } = report.definition
  const head = shown?.head ?? null
  if (chart === null) return null
  return (
    <Section title={report.title} tools={<OpenAsReport definition={report.definition} view={view} />}>
      {error === null ? null : <LoadFailure error={error} onRetry={retry} />}
      {head === null && error === null ? <Skeleton height={CHART_HEIGHT} radius="sm" /> : null}
      {head === null ? null : head.rows.length === 0 ? (
        <p className={classes.note}>No sales in this range.</p>
      ) : (
        <ResultChart chart={chart} result={head} height={CHART_HEIGHT} hasTitle={false} />
      )}
    </Section>
  )
}

interface SubjectFiguresProps extends Pick<SubjectSections, 'numbers' | 'trend'> {
  readonly account: Account
  readonly reportTypes: readonly ReportTypeInfo[]
  readonly onExplain: (request: ExplainRequest) => void
}

/** Key numbers and chart: for dates chosen on the page, or for days of their own. */
export const SubjectFigures = ({ numbers, trend, account, reportTypes, onExplain }: SubjectFiguresProps) => {
  const isDated = trend !== null && trend.days === undefined
  const report = useMemo(
    () => trend && subjectReport(isDated ? withUsualDates(trend.definition) : trend.definition, reportTypes),
    [trend, isDated, reportTypes],
  )
  if (report !== null && isDated) return <DatedFigures {...{ numbers, report, account, reportTypes, onExplain }} />
  return (
    <>
      <SubjectNumbers {...{ numbers, reportTypes, onExplain }} view={OWN_VIEW} />
      {report === null ? null : <SubjectTrend report={report} view={null} />}
    </>
  )
}

interface DatedFiguresProps extends Omit<SubjectFiguresProps, 'trend'> {
  readonly numbers: readonly Numbers[]
  readonly report: LoadedReport
}

const DatedFigures = ({ numbers, report, account, reportTypes, onExplain }: DatedFiguresProps) => {
  const { view, problems, change } = useReportView(report)
  return (
    <>
      <ReportProblems problems={problems} />
      <Group component="section" gap={8} aria-label="Dates">
        <ReportDates {...{ report, view, account }} result={null} onChange={change} />
      </Group>
      <SubjectNumbers {...{ numbers, reportTypes, view, onExplain }} />
      <SubjectTrend report={report} view={view} />
    </>
  )
}
