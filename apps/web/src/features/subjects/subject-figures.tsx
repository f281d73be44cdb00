import { useMemo } from 'react'
import type { Account } from '#contract/account.ts'
import type { ExplainRequest } from '#contract/reports.ts'
import type { SubjectNumbers as Numbers, SubjectSections } from '#reports/subjects/kit/subject.ts'
import { OWN_VIEW } from '../reports/address/report-view.ts'
import type { LoadedReport, ReportTypeInfo } from '../reports/query/report-subject.ts'
import { ReportDates } from '../reports/report-dates.tsx'
import { ReportProblems } from '../reports/report-empty.tsx'
import { useReportView } from '../reports/use-report-view.ts'
import classes from './subject.module.css'
import { SubjectNumbers } from './subject-numbers.tsx'
import { subjectReport, withUsualDates } from './subject-report.ts'
import { SubjectTrend } from './subject-trend.tsx'

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
      <section className={classes.bar} aria-label="Dates">
        <ReportDates {...{ report, view, account }} result={null} onChange={change} />
      </section>
      <SubjectNumbers {...{ numbers, reportTypes, view, onExplain }} />
      <SubjectTrend report={report} view={view} />
    </>
  )
}
