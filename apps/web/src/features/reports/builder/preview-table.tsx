import type { Cell, ReportResult, ResultColumn } from '#contract/reports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from './preview.module.css'
import { cellText, isAmount } from './preview-cell.ts'

/** The same measure may stand in several columns, each aggregated in its own way. */
const keyOf = ({ columnId, aggregation }: ResultColumn): string => `${columnId}.${aggregation}`

/** The first rows of an answer with its total. */
export const PreviewTable = ({ result: { columns, rows, totals, others } }: { result: ReportResult }) => {
  const formats = useFormats()
  const write = (column: ResultColumn, place: number, row: readonly Cell[]): string =>
    cellText(column, row[place], formats)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Rows of the preview">
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={keyOf(column)} scope="col" data-amount={isAmount(column)}>
                {column.displayName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no name but their place
            <tr key={at}>
              {columns.map((column, place) => (
                <td key={keyOf(column)} data-amount={isAmount(column)}>
                  {write(column, place, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {others === undefined ? null : <SummaryRow name="All others" columns={columns} row={others} write={write} />}
          {totals.every((cell) => cell === null) ? null : (
            <SummaryRow name="Total" columns={columns} row={totals} write={write} />
          )}
        </tfoot>
      </table>
    </section>
  )
}

interface SummaryRowProps {
  readonly name: string
  readonly columns: readonly ResultColumn[]
  readonly row: readonly Cell[]
  readonly write: (column: ResultColumn, place: number, row: readonly Cell[]) => string
}

/** A row over many: its name where no number stands, and nothing where nothing is summed up. */
const SummaryRow = ({ name, columns, row, write }: SummaryRowProps) => {
  const named = columns.findIndex((_, place) => (row[place] ?? null) === null)
  return (
    <tr>
      {columns.map((column, place) => (
        <td key={keyOf(column)} data-amount={isAmount(column)}>
          {(row[place] ?? null) === null ? (place === named ? name : '') : write(column, place, row)}
        </td>
      ))}
    </tr>
  )
}
