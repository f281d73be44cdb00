import type { ReportDefinition } from '#contract/report-definition.ts'
import type { ReportResult } from '#contract/reports.ts'
import { COMPARED_WITH } from '#domain/ranges/comparison-mode.ts'
import { upperFirst } from '#domain/text.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { cellText, isAmount } from '#widgets/kit/cell-text.ts'
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
    .filter(({ column }) => column.keyOf === undefined)
    .filter(({ column }) => columnOrder.length === 0 || columnOrder.includes(column.columnId))
    .slice(0, SHOWN_COLUMNS)
    .flatMap(({ column, index }) => [
      { key: `${index}`, column, index, title: column.displayName, isBefore: false },
      ...(previous !== undefined && isAmount(column)
        ? [{ key: `${index} before`, column, index, title: beforeTitle, isBefore: true }]
        : []),
    ])
  const [only] = rows
  if (only === undefined) return <p className={classes.explanation}>No matching rows.</p>
  if (rowCount === 1 && groupColumns.length > 0) {
    const textOf = ({ column, index, isBefore }: (typeof shownColumns)[number]): string =>
      cellText(column, (isBefore ? previous?.[0] : only)?.[index], formats, true)
    const names = shownColumns.filter(({ column }) => column.kind === 'dimension')
    const [value, ...others] = shownColumns.filter(({ column }) => column.kind === 'measure')
    if (value !== undefined)
      return (
        <Figure
          name={names.map(textOf).join(', ')}
          value={textOf(value)}
          notes={others.map((column) => `${column.title}: ${textOf(column)}`)}
        />
      )
  }
  const first = rows.slice(0, shown)
  return (
    <>
      {isDrawn ? <ResultChart chart={chart} result={result} height={CHART_HEIGHT} hasTitle={false} /> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="First rows">
        <table className={classes.rows}>
          <thead>
            <tr>
              {shownColumns.map(({ key, column, title }) => (
                <th key={key} scope="col" data-amount={isAmount(column) || undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={at}>
                {shownColumns.map(({ key, column, index, isBefore }) => (
                  <td key={key} data-amount={isAmount(column) || undefined}>
                    {cellText(column, (isBefore ? previous?.[at] : row)?.[index], formats, groupColumns.length > 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={classes.figureNote}>
        {rowCount > first.length
          ? `First ${first.length} of ${formats.value(rowCount, 'integer')} rows`
          : `${formats.value(rowCount, 'integer')} ${rowCount === 1 ? 'row' : 'rows'}`}
      </p>
    </>
  )
}
