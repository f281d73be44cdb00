import type { ReportDefinition } from '#contract/report-definition.ts'
import { isShownColumn, type ReportResult } from '#contract/reports.ts'
import { COMPARED_WITH } from '#domain/ranges/comparison-mode.ts'
import { upperFirst } from '#domain/text.ts'
import { DataTable } from '#ui/data-table.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { cellText, isAmount } from '#widgets/kit/cell-text.ts'
import { findTrialsColumn, proportionNote } from '#widgets/kit/proportion-note.ts'
import { ResultChart } from '../reports/result-chart.tsx'
import { Figure } from './answer-figure.tsx'
import classes from './ask.module.css'

const CHART_HEIGHT = 180
/** Columns that fit side by side in the palette. */
const SHOWN_COLUMNS = 5

interface AnswerRowsProps {
  readonly result: ReportResult
  readonly definition: ReportDefinition
  readonly shown: number
}

/** A small chart if the answer has one, and its first rows; of one group its numbers. */
export const AnswerRows = ({ result, definition, shown }: AnswerRowsProps) => {
  const formats = useFormats()
  const { columns, rows, rowCount, previous, comparison } = result
  // The sentence above has its dates.
  const beforeTitle = upperFirst(comparison ? COMPARED_WITH[comparison.mode] : 'previous period')
  const { chart, columnOrder, groupColumns } = definition
  const isDrawn = chart !== null && rowCount <= rows.length && rows.length > 1
  const shownColumns = columns
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => isShownColumn(column))
    .filter(({ column }) => columnOrder.length === 0 || columnOrder.includes(column.columnId))
    .slice(0, SHOWN_COLUMNS)
    .flatMap(({ column, index }) => [
      { key: `${index}`, column, index, title: column.displayName, isBefore: false },
      ...(previous !== undefined && isAmount(column)
        ? [{ key: `${index} before`, column, index, title: beforeTitle, isBefore: true }]
        : []),
    ])
  type Shown = (typeof shownColumns)[number]
  const textAt = (at: number, { column, index, isBefore }: Shown): string => {
    const cells = (isBefore ? previous : rows)?.[at]
    const text = cellText(column, cells?.[index], formats, groupColumns.length > 0)
    const trials = isBefore ? null : findTrialsColumn(columns, column)
    const note = trials && proportionNote(cells?.[index], { noun: trials.noun, count: cells?.[trials.index] }, formats)
    return note === null ? text : `${text} (${note.text})`
  }
  if (rows.length === 0) return <p className={classes.explanation}>No matching rows.</p>
  const [value, ...others] = shownColumns.filter(({ column }) => column.kind === 'measure')
  if (rowCount === 1 && groupColumns.length > 0 && value !== undefined) {
    const names = shownColumns.filter(({ column }) => column.kind === 'dimension')
    return (
      <Figure
        name={names.map((shown) => textAt(0, shown)).join(', ')}
        value={textAt(0, value)}
        notes={others.map((shown) => `${shown.title}: ${textAt(0, shown)}`)}
      />
    )
  }
  const first = rows.slice(0, shown)
  return (
    <>
      {isDrawn ? <ResultChart chart={chart} result={result} height={CHART_HEIGHT} hasTitle={false} /> : null}
      <DataTable
        caption="First rows"
        columns={shownColumns.map(({ key, column, title }) => ({
          key,
          title,
          format: 'text',
          isNumeric: isAmount(column),
        }))}
        rows={first.map((_, at) => shownColumns.map((column) => textAt(at, column)))}
      />
      <p className={classes.figureNote}>
        {rowCount > first.length
          ? `First ${first.length} of ${formats.value(rowCount, 'integer')} rows`
          : `${formats.value(rowCount, 'integer')} ${rowCount === 1 ? 'row' : 'rows'}`}
      </p>
    </>
  )
}
