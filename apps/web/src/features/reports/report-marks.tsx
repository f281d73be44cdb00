import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import type { CellPlace, ReportResult } from '#contract/reports.ts'
import { keyColumnsOf } from '#domain/subject-pages.ts'
import type { Mark } from '#ui/mark-action.tsx'
import { type Address, breakdownOf, exploreAddress, type MarkSubject, recordsAddress } from '../marks/mark-addresses.ts'
import { excluding, filteredBy } from '../marks/mark-filters.ts'
import type { MarkChoices } from '../marks/mark-menu.tsx'
import { MarkMenuProvider } from '../marks/mark-menu-provider.tsx'
import { compareInForce, idOf, type ReportView } from './address/report-view.ts'
import { dateColumnOf } from './query/report-request.ts'
import type { LoadedReport } from './query/report-subject.ts'

interface ReportMarksProps {
  readonly report: LoadedReport
  readonly view: ReportView
  readonly result: ReportResult
  readonly onChange: (change: Partial<ReportView>) => void
  readonly onExplain: (cell: CellPlace) => void
  readonly children: ReactNode
}

const subjectOf = (report: LoadedReport, view: ReportView, { range }: ReportResult): MarkSubject => ({
  reportType: report.definition.reportType,
  dateColumn: dateColumnOf(report, view),
  days: range && { from: range.from, until: range.until },
  compare: compareInForce(report.definition, view),
  filters: [
    ...(report.definition.dimensionFilters ?? []).map(({ values, ...filter }) => ({
      ...filter,
      values: values.map((value) => (value === null ? null : String(value))),
    })),
    ...view.dimensionFilters,
  ],
  includeClubOrders: view.includeClubOrders && report.definition.includeClubOrders !== false,
  comparisons: [...report.definition.filters.map((filter) => ({ ...filter, columnId: idOf(filter) })), ...view.filters],
})

/** Whether a list of orders can have the filters of the report: all must match, and none compares groups or services. */
const canList = ({ definition, type }: LoadedReport, view: ReportView): boolean => {
  const isPlain = [...definition.filters, ...view.filters].every((filter) => {
    const name = idOf(filter).toLowerCase()
    return type.columns.some(({ columnId, kind }) => columnId.toLowerCase() === name && kind === 'dimension')
  })
  const isAnd = definition.filterOperator === 'And' || definition.filters.length < 2
  return isPlain && isAnd && definition.serviceType === null && definition.serviceId === null
}

const breakdown = (report: LoadedReport, measure: string, columnId: string): ReportDefinitionInput => {
  const { reportType, filters, filterOperator, serviceType, serviceId } = report.definition
  return { ...breakdownOf(reportType, measure, columnId), filters, filterOperator, serviceType, serviceId }
}

/** Lets the marks of a report's chart change its filters and open its records. */
export const ReportMarks = ({ report, view, result, onChange, onExplain, children }: ReportMarksProps) => {
  const navigate = useNavigate()
  const go = ({ to, search }: Address): void => void navigate({ to, search })
  const subject = subjectOf(report, view, result)
  const { definition } = report
  const groups = definition.groupColumns.map((columnId) => idOf({ columnId }))
  /** Whether a mark names the whole row, so that its number can be explained. */
  const isRow = ({ row }: Mark): boolean => {
    const names = Object.keys(row).map((name) => name.toLowerCase())
    const isGiven = (name: string): boolean => names.includes(name.toLowerCase())
    return groups.length > 0 && groups.every((name) => isGiven(name) || keyColumnsOf(name).some(isGiven))
  }
  const listed = canList(report, view) && (definition.reportType === 'Orders' || definition.reportType === 'OrderLines')
  const choices: MarkChoices = {
    reportTypes: [definition.reportType],
    onFilter: (mark) => {
      const { range, filters } = filteredBy(view.dimensionFilters, mark, subject)
      onChange({
        ...(range === undefined ? {} : { range: { ...range, column: subject.dateColumn } }),
        ...(filters === undefined ? {} : { dimensionFilters: filters }),
      })
    },
    onExclude: (mark) => onChange({ dimensionFilters: excluding(view.dimensionFilters, mark, subject).filters }),
    onRecords: (mark) => {
      const address = listed ? recordsAddress(subject, mark) : null
      if (address !== null) go(address)
      else onExplain({ row: isRow(mark) ? { ...mark.row } : {}, measure: mark.measure })
    },
    onBreakDown: (mark, columnId) => {
      // The definition keeps its own comparisons, which the address would repeat.
      const address = { ...subject, comparisons: view.filters }
      go(exploreAddress(breakdown(report, mark.measure, columnId), address, mark))
    },
    onOpenReport: null,
  }
  return <MarkMenuProvider choices={choices}>{children}</MarkMenuProvider>
}
