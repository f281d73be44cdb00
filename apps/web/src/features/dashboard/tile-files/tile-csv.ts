import type { WidgetData } from '#contract/dashboards.ts'
import { type Cell, isShownColumn } from '#contract/reports.ts'
import { formatCode } from '#domain/code-labels.ts'
import { csvFile, csvLine } from '#web/app/csv.ts'

/** The numbers of a tile if it has no rows. */
const kpiLines = ({ kpis }: WidgetData): string[] => {
  const isCompared = kpis.some(({ previous }) => previous !== null)
  return [
    csvLine(['Number', 'Value', ...(isCompared ? ['Previous'] : [])]),
    ...kpis.map(({ label, value, previous }) => csvLine([label, value, ...(isCompared ? [previous] : [])])),
  ]
}

const rowLines = ({ columns, rows, previousRows }: WidgetData): string[] => {
  const shown = columns.map((column, index) => ({ column, index })).filter(({ column }) => isShownColumn(column))
  const period = (name: string): string[] => (previousRows === undefined ? [] : [name])
  const cells = (row: readonly Cell[]): Cell[] =>
    shown.map(({ column: { columnId, kind }, index }) =>
      kind === 'dimension' ? formatCode(columnId, row[index]) : (row[index] ?? null),
    )
  return [
    csvLine([...period('Period'), ...shown.map(({ column }) => column.displayName)]),
    ...rows.map((row) => csvLine([...period('Current'), ...cells(row)])),
    ...(previousRows ?? []).map((row) => csvLine([...period('Previous'), ...cells(row)])),
  ]
}

/** The rows of a tile as CSV: UTF-8 with a byte order mark, amounts as plain numbers. */
export const tileCsv = (data: WidgetData): string => csvFile(data.rows.length === 0 ? kpiLines(data) : rowLines(data))
