import type { WidgetData } from '#contract/dashboards.ts'
import { type Cell, isShownColumn } from '#contract/reports.ts'
import { formatCode } from '#domain/code-labels.ts'
import { FORMULA_AFTER_SEPARATOR, FORMULA_START } from '#domain/spreadsheet-formula.ts'

const STARTS_FORMULA = new RegExp(FORMULA_START, 'u')
const LATER_FORMULA = new RegExp(FORMULA_AFTER_SEPARATOR, 'gu')

/** Text that no spreadsheet program evaluates. */
const harmless = (text: string): string => {
  const later = text.replace(LATER_FORMULA, "$1'$2")
  return STARTS_FORMULA.test(text) ? `'${later}` : later
}

const cellText = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'string' ? harmless(cell) : String(cell)
}

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const line = (cells: readonly (Cell | undefined)[]): string => cells.map((cell) => quoted(cellText(cell))).join(',')

/** Spreadsheet programs read UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\u{FEFF}'
const NEW_LINE = '\r\n'

/** The numbers of a tile if it has no rows. */
const kpiLines = ({ kpis }: WidgetData): string[] => {
  const isCompared = kpis.some(({ previous }) => previous !== null)
  return [
    line(['Number', 'Value', ...(isCompared ? ['Previous'] : [])]),
    ...kpis.map(({ label, value, previous }) => line([label, value, ...(isCompared ? [previous] : [])])),
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
    line([...period('Period'), ...shown.map(({ column }) => column.displayName)]),
    ...rows.map((row) => line([...period('Current'), ...cells(row)])),
    ...(previousRows ?? []).map((row) => line([...period('Previous'), ...cells(row)])),
  ]
}

/** The rows of a tile as CSV: UTF-8 with a byte order mark, amounts as plain numbers. */
export const tileCsv = (data: WidgetData): string =>
  BYTE_ORDER_MARK + [...(data.rows.length === 0 ? kpiLines(data) : rowLines(data)), ''].join(NEW_LINE)
