import type { Cell } from '#contract/reports.ts'
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

export const csvLine = (cells: readonly (Cell | undefined)[]): string =>
  cells.map((cell) => quoted(cellText(cell))).join(',')

/** Spreadsheet programs read UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\u{FEFF}'
const NEW_LINE = '\r\n'

/** A CSV file: UTF-8 with a byte order mark. */
export const csvFile = (lines: readonly string[]): string => BYTE_ORDER_MARK + [...lines, ''].join(NEW_LINE)
