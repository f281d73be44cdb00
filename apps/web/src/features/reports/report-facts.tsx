import { Group, SegmentedControl } from '@mantine/core'
import { lowerFirst } from '#charts/report/report-series.ts'
import { isShownColumn, type ReportResult } from '#contract/reports.ts'
import { costCoverageText, notCountedText } from '#reports/kit/not-counted-text.ts'
import { changeText } from '#ui/comparison.ts'
import { DensitySwitch } from '#ui/density-switch.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { FoldedTools } from '#web/app/folded-tools.tsx'
import { NotesMenu } from '../calendar/notes-menu.tsx'
import { describeFilters } from '../segments/segment-conditions.ts'
import { LAYOUTS, type ReportView } from './address/report-view.ts'
import { isGrouped } from './query/report-request.ts'
import { type LoadedReport, useReportCatalog } from './query/report-subject.ts'
import { formatFacts } from './report-facts-text.ts'
import classes from './report-screen.module.css'
import { ColumnChooser } from './table/column-chooser.tsx'
import type { ArrangedTable } from './table/use-table-layout.ts'

interface ReportFactsProps {
  readonly report: LoadedReport
  readonly view: ReportView
  readonly result: ReportResult
  readonly table: ArrangedTable
  /** new data was loaded while the report was open */
  readonly isUpdated: boolean
  readonly onChange: (change: Partial<ReportView>) => void
}

const LAYOUT_NAMES = { all: 'Both', table: 'Table', chart: 'Chart' } as const

/** The report's own filters as text; the viewer's are in the bar. Those of a built-in report are notes, since its name says what it is about. */
const useOwnFilters = ({ definition }: LoadedReport, isShown: boolean): string => {
  const formats = useFormats()
  const types = useReportCatalog().data?.reportTypes ?? []
  const words = describeFilters(definition, types, formats)
  return isShown ? words.map((text, index) => (index === 0 ? text : lowerFirst(text))).join(', ') : ''
}

/** Says that the comparison range begins before the data, and what changed over the days for which both periods have data. */
export const ShortHistoryNote = ({ result: { columns, comparison } }: { result: ReportResult }) => {
  const formats = useFormats()
  if (!comparison?.dataStarts) return null
  const { dataStarts, likeForLike } = comparison
  const starts = `Data starts ${formats.day(dataStarts, 'full')}, after the comparison period began.`
  if (likeForLike === null) return <p className={classes.historyNote}>{starts} There is nothing to compare with.</p>
  const { range, compareRange, totals, previousTotals } = likeForLike
  const days = `${formats.range(range.from, range.until)} against ${formats.range(compareRange.from, compareRange.until)}`
  const changes = columns.flatMap((column, index) => {
    const { displayName, format, goodDirection } = column
    if (!isShownColumn(column)) return []
    const [value, previous] = [totals[index], previousTotals[index]]
    if (typeof value !== 'number' || typeof previous !== 'number') return []
    const { word, amount } = changeText({ value, previous, format, goodDirection }, formats)
    return [`${displayName} ${word.toLowerCase()}${amount === '' ? '' : ` ${amount}`}`]
  })
  return (
    <p className={classes.historyNote}>
      {starts} Comparable days, {days}: {changes.join(', ')}.
    </p>
  )
}

/** Whether its chart can have calendar notes. */
const isOverTime = ({ chart }: LoadedReport['definition']): boolean =>
  chart !== null && chart.kind !== 'none' && /(Day|Week|Month)$/.test(chart.x ?? '')

/** Row count, range and data age, and the layout controls. */
export const ReportFacts = ({ report, view, result, table, isUpdated, onChange }: ReportFactsProps) => {
  const formats = useFormats()
  const filters = useOwnFilters(report, report.saved !== null)
  const facts = formatFacts(
    { result, isGrouped: isGrouped(report.definition), records: report.type.title, filters, isUpdated },
    formats,
  )
  const hasChart = report.definition.chart !== null && report.definition.chart.kind !== 'none'
  return (
    <Group justify="space-between" gap="8px 16px">
      <p className={classes.factText} role="status">
        {facts}
      </p>
      <FoldedTools label="View options" className={classes.tools}>
        {hasChart ? (
          <SegmentedControl
            size="xs"
            aria-label="View"
            value={view.layout}
            data={LAYOUTS.map((value) => ({ value, label: LAYOUT_NAMES[value] }))}
            onChange={(value) => onChange({ layout: LAYOUTS.find((one) => one === value) ?? 'all', page: view.page })}
          />
        ) : null}
        {isOverTime(report.definition) ? <NotesMenu /> : null}
        <DensitySwitch />
        <ColumnChooser
          {...{ report, view, table }}
          columns={result.columns}
          onChange={(columns) => onChange({ columns, page: view.page })}
        />
      </FoldedTools>
    </Group>
  )
}

interface ReportNotesProps {
  readonly report: LoadedReport
  readonly result: ReportResult
  readonly currency: string
}

/** Notes on how to read the numbers. */
export const ReportNotes = ({ report, result, currency }: ReportNotesProps) => {
  const formats = useFormats()
  const { excluded } = result
  const unpaid = notCountedText(result, {
    count: (records) => formats.value(records, 'integer'),
    money: (amount) => formats.value(amount, 'currency'),
  })
  const costs = costCoverageText(result.costCoverage, (ratio) => formats.value(ratio, 'percent'))
  const left = excluded.map(({ currency: other, rows }) => `${formats.value(rows, 'integer')} in ${other}`).join(', ')
  const filters = useOwnFilters(report, report.saved === null)
  return (
    <div className={classes.notes}>
      {filters === '' ? null : <p>{report.description === '' ? filters : report.description}.</p>}
      {left === '' ? null : (
        <p>
          Amounts are in {currency} and never combined across currencies. Rows not included: {left}.
        </p>
      )}
      {unpaid === null ? null : <p>{unpaid}</p>}
      {costs === null ? null : <p>{costs}</p>}
    </div>
  )
}
