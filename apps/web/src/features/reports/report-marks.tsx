import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CellPlace, ReportResult } from '#contract/reports.ts'
import type { Mark } from '#ui/mark-action.tsx'
import {
  type Address,
  breakdownOfReport,
  exploreAddress,
  isWholeRow,
  type MarkSubject,
  ownFilters,
  recordsAddress,
} from '../marks/mark-addresses.ts'
import { excluding, filteredBy } from '../marks/mark-filters.ts'
import type { MarkChoices } from '../marks/mark-menu.tsx'
import { MarkMenuProvider } from '../marks/mark-menu-provider.tsx'
import { columnIdFromRef, compareInForce, type ReportView } from './address/report-view.ts'
import { findDateColumn } from './query/report-request.ts'
import type { LoadedReport } from './query/report-subject.ts'

interface ReportMarksProps {
  readonly report: LoadedReport
  readonly view: ReportView
  readonly result: ReportResult
  readonly onChange: (change: Partial<ReportView>) => void
  /** `within`: a change of the view that limits the number */
  readonly onExplain: (cell: CellPlace, within?: Partial<ReportView>) => void
  readonly children: ReactNode
}

const reportMarkSubject = (report: LoadedReport, view: ReportView, { range }: ReportResult): MarkSubject => ({
  reportType: report.definition.reportType,
  dateColumn: findDateColumn(report, view),
  days: range && { from: range.from, until: range.until },
  compare: compareInForce(report.definition, view),
  filters: [...ownFilters(report.definition), ...view.dimensionFilters],
  includeClubOrders: view.includeClubOrders && report.definition.includeClubOrders !== false,
  comparisons: [
    ...report.definition.filters.map((filter) => ({ ...filter, columnId: columnIdFromRef(filter) })),
    ...view.filters,
  ],
})

/** Whether a list of orders can have the filters of the report: all must match, and none compares groups or services. */
const canList = ({ definition, type }: LoadedReport, view: ReportView): boolean => {
  const isPlain = [...definition.filters, ...view.filters].every((filter) => {
    const name = columnIdFromRef(filter).toLowerCase()
    return type.columns.some(({ columnId, kind }) => columnId.toLowerCase() === name && kind === 'dimension')
  })
  const isAnd = definition.filterOperator === 'And' || definition.filters.length < 2
  return isPlain && isAnd && definition.serviceType === null && definition.serviceId === null
}

/** Lets the marks of a report's chart change its filters and open its records. */
export const ReportMarks = ({ report, view, result, onChange, onExplain, children }: ReportMarksProps) => {
  const navigate = useNavigate()
  const go = ({ to, search }: Address): void => void navigate({ to, search })
  const subject = reportMarkSubject(report, view, result)
  const { definition } = report
  const groups = definition.groupColumns.map((columnId) => columnIdFromRef({ columnId }))
  const limited = (mark: Mark): Partial<ReportView> => {
    const { range, filters } = filteredBy(view.dimensionFilters, mark, subject)
    return {
      ...(range === undefined ? {} : { range: { ...range, column: subject.dateColumn } }),
      ...(filters === undefined ? {} : { dimensionFilters: filters }),
    }
  }
  const listed = canList(report, view) && (definition.reportType === 'Orders' || definition.reportType === 'OrderLines')
  const choices: MarkChoices = {
    reportTypes: [definition.reportType],
    onFilter: (mark) => onChange(limited(mark)),
    onExclude: (mark) => onChange({ dimensionFilters: excluding(view.dimensionFilters, mark, subject).filters }),
    onRecords: (mark) => {
      const address = listed ? recordsAddress(subject, mark) : null
      if (address !== null) go(address)
      else if (isWholeRow(mark, groups)) onExplain({ row: { ...mark.row }, measure: mark.measure })
      else onExplain({ row: {}, measure: mark.measure }, limited(mark))
    },
    onBreakDown: (mark, columnId) => {
      // The definition keeps its own comparisons, which the address would repeat.
      const address = { ...subject, comparisons: view.filters }
      go(exploreAddress(breakdownOfReport(definition, mark.measure, columnId), address, mark))
    },
    onOpenReport: null,
  }
  return <MarkMenuProvider choices={choices}>{children}</MarkMenuProvider>
}
