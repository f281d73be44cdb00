import { useMemo } from 'react'
import type { Account } from '#contract/account.ts'
import type { ReportResult } from '#contract/reports.ts'
import { parseFixedRange } from '#domain/ranges/relative-range.ts'
import { comparedView, compareInForce, type ReportView } from './address/report-view.ts'
import { findDateColumn, isGrouped } from './query/report-request.ts'
import type { LoadedReport } from './query/report-subject.ts'
import { isReportRange, rangeName, toRangeCalendar } from './range/range-labels.ts'
import { type ChosenRange, CompareField, RangePicker } from './range/range-picker.tsx'

const ownRangeName = ({ definition, rangeName: own }: LoadedReport): string => {
  const named = definition.relativeDateFilter?.relativeRange ?? 'None'
  return own ?? (isReportRange(named) ? rangeName(named) : 'Custom range')
}

const nameInForce = (report: LoadedReport, { range }: ReportView): string => {
  if (range.kind === 'own') return ownRangeName(report)
  return range.kind === 'relative' ? rangeName(range.range) : 'Custom range'
}

const daysInForce = ({ range }: ReportView, result: ReportResult | null) => {
  if (range.kind === 'days') return { from: range.from, until: range.until }
  return result?.range ?? null
}

const rangeInForce = (report: LoadedReport, view: ReportView, result: ReportResult | null): ChosenRange => {
  const { range } = view
  if (range.kind === 'relative') return range.range
  const named = report.definition.relativeDateFilter?.relativeRange
  const isNamed = range.kind === 'own' && named !== undefined && parseFixedRange(named) === null
  return isNamed ? named : daysInForce(view, result)
}

export interface ReportDatesProps {
  readonly report: LoadedReport
  readonly view: ReportView
  readonly account: Account
  /** null: no result yet */
  readonly result: ReportResult | null
  readonly onChange: (change: Partial<ReportView>) => void
}

/** Range and comparison of a report. */
export const ReportDates = ({ report, view, account, result, onChange }: ReportDatesProps) => {
  const { columns, dateColumns } = report.type
  const dateColumn = findDateColumn(report, view)
  const dates = useMemo(() => columns.filter(({ columnId }) => dateColumns.includes(columnId)), [columns, dateColumns])
  const canCompare = isGrouped(report.definition) && (result === null || result.range !== null)
  return (
    <>
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
        <CompareField
          aria-label="Compare with"
          value={compareInForce(report.definition, view)}
          range={rangeInForce(report, view, result)}
          today={toRangeCalendar(account, Date.now()).today}
          onChange={(compare) => onChange({ compare: comparedView(report.definition, compare) })}
        />
      ) : null}
    </>
  )
}
