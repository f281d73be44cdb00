import type { Cell } from '#contract/reports.ts'
import { currencyExponent, toMajor, toMinor } from '#domain/money.ts'
import { FORMULA_AFTER_SEPARATOR, FORMULA_START } from '#domain/spreadsheet-formula.ts'

/** Marks a file as UTF-8: without it spreadsheet programs decode names in another character set. */
export const BYTE_ORDER_MARK = '\uFEFF'

const STARTS_FORMULA = new RegExp(FORMULA_START, 'u')
const LATER_FORMULAS = new RegExp(FORMULA_AFTER_SEPARATOR, 'gu')

/** Puts an apostrophe before everything that a spreadsheet would evaluate as a formula, by the rule of the warehouse's own CSV. */
const escapeFormula = (text: string): string => {
  const escaped = text.replace(LATER_FORMULAS, "$1'$2")
  return STARTS_FORMULA.test(escaped) ? `'${escaped}` : escaped
}

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

/** A comment line, which a reader skips when it is set to. */
export const csvComment = (text: string): string => `# ${escapeFormula(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '))}\n`
