import type { Cell } from '#contract/reports.ts'
import { currencyExponent, toMajor, toMinor } from '#domain/money.ts'

/** UTF-8 with it: without, spreadsheet programs read names in another alphabet. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** As in the warehouse's own CSV: = + - @ and their full-width forms, also behind blanks; a leading tab or return. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/

/** Text that no spreadsheet takes for a formula. */
const neutral = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quotedIfNeeded = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const amount = (major: number, currency: string): string =>
  toMajor(toMinor(major, currency), currency).toFixed(currencyExponent(currency))

const written = (cell: Cell, currency: string | null): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell === '' ? '""' : quotedIfNeeded(neutral(cell))
  return typeof cell === 'number' && currency !== null ? amount(cell, currency) : String(cell)
}

/** Which cells of a record are money, and of what. */
export interface MoneyCells {
  readonly places: readonly number[]
  /** ISO 4217 */
  readonly currency: string
}

/** One line of a file. */
export const csvRecord = (cells: readonly Cell[], money?: MoneyCells): string =>
  `${cells.map((cell, place) => written(cell, money?.places.includes(place) ? money.currency : null)).join(',')}\n`

/** A record whose first cell alone says something, as wide as the others: strict readers refuse ragged files. */
export const csvNote = (text: string, width: number): string =>
  csvRecord([text, ...Array.from({ length: width - 1 }, () => null)])
