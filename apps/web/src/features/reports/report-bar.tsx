import { useMemo } from 'react'
import type { Account } from '#contract/account.ts'
import type { ReportResult } from '#contract/reports.ts'
import type { ReportView } from './address/report-view.ts'
import { FilterChips } from './filters/filter-chips.tsx'
import { dateColumnOf, isGrouped } from './query/report-request.ts'
import type { LoadedReport } from './query/report-subject.ts'
import { isReportRange, rangeName } from './range/range-labels.ts'
import { CompareField, RangePicker } from './range/range-picker.tsx'
import classes from './report-screen.module.css'

interface ReportBarProps {
  readonly report: LoadedReport
  readonly view: ReportView
  readonly account: Account
  /** null: no result yet */
  readonly result: ReportResult | null
  readonly onChange: (change: Partial<ReportView>) => void
}

const ownRangeName = ({ definition, rangeName: own }: LoadedReport): string => {
  const named = definition.relativeDateFilter?.relativeRange ?? 'None'
  return own ?? (isReportRange(named) ? rangeName(named) : named)
}

const nameInForce = (report: LoadedReport, { range }: ReportView): string => {
  if (range.kind === 'own') return ownRangeName(report)
  return range.kind === 'relative' ? rangeName(range.range) : 'Custom range'
}

const daysInForce = ({ range }: ReportView, result: ReportResult | null) => {
  if (range.kind === 'days') return { from: range.from, until: range.until }
  return result?.range ?? null
}

/** Range, comparison and filters of the report. */
export const ReportBar = ({ report, view, account, result, onChange }: ReportBarProps) => {
  const { columns, reportType, dateColumns } = report.type
  const dateColumn = dateColumnOf(report, view)
  const dates = useMemo(() => columns.filter(({ columnId }) => dateColumns.includes(columnId)), [columns, dateColumns])
  const canCompare = isGrouped(report.definition) && (result === null || result.range !== null)
  return (
    <section className={classes.bar} aria-label="Dates and filters">
      {dateColumn === null ? null : (
        <RangePicker
          {...{ account, dateColumn }}
          range={view.range}
          ownName={ownRangeName(report)}
          name={nameInForce(report, view)}
          days={daysInForce(view, result)}
          dateColumns={dates}
          onChange={(range) => onChange({ range })}
        />
      )}
      {canCompare ? (
        <CompareField aria-label="Compare with" value={view.compare} onChange={(compare) => onChange({ compare })} />
      ) : null}
      <FilterChips {...{ reportType, columns }} filters={view.filters} onChange={(filters) => onChange({ filters })} />
    </section>
  )
}
