import type { Cell } from '#contract/reports.ts'
import { currencyExponent, toMajor, toMinor } from '#domain/money.ts'

/** Marks a file as UTF-8: without it spreadsheet programs decode names in another character set. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Same rule as the warehouse's own CSV: = + - @ and their full-width forms, also after spaces; a leading tab or return. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/

/** Prefixes text that a spreadsheet would evaluate as a formula. */
const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quoteIfNeeded = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const formatAmount = (major: number, currency: string): string =>
  toMajor(toMinor(major, currency), currency).toFixed(currencyExponent(currency))

const formatCell = (cell: Cell, currency: string | null): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell === '' ? '""' : quoteIfNeeded(escapeFormula(cell))
  return typeof cell === 'number' && currency !== null ? formatAmount(cell, currency) : String(cell)
}

/** Which cells of a record are money, and in which currency. */
export interface MoneyCells {
  readonly columns: readonly number[]
  /** ISO 4217 */
  readonly currency: string
}

export const csvRecord = (cells: readonly Cell[], money?: MoneyCells): string =>
  `${cells.map((cell, column) => formatCell(cell, money?.columns.includes(column) ? money.currency : null)).join(',')}\n`

/** A note in the first cell, padded to the width of the other records: strict parsers reject ragged files. */
export const csvNote = (text: string, width: number): string =>
  csvRecord([text, ...Array.from({ length: width - 1 }, () => null)])
