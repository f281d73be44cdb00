import type { Cell as SheetCell } from 'write-excel-file/node'
import { timePartOf } from '#charts/report/time-part.ts'
import { createFormats } from '#charts/value-format.ts'
import type { Cell } from '#contract/reports.ts'
import { currencyExponent } from '#domain/money.ts'
import { localTimeOf } from '#domain/ranges/time-zone.ts'
import { cellText } from '../cell-text.ts'
import type { TableColumn } from '../report-table.ts'

/** What a sheet holds of a text at most. */
const MAX_TEXT = 32_767

export interface SheetReader {
  readonly culture: string
  /** ISO 4217 */
  readonly currency: string
  readonly timeZone: string
}

const moneyFormat = ({ culture, currency }: SheetReader): string => {
  const parts = new Intl.NumberFormat(culture, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const symbol = parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  const digits = currencyExponent(currency)
  const number = `"${symbol.replaceAll('"', '')}"#,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`
  return `${number};-${number}`
}

const numberFormat = ({ columnId, format }: TableColumn, reader: SheetReader): string => {
  if (timePartOf(columnId) === 'year') return '0'
  if (format === 'currency') return moneyFormat(reader)
  if (format === 'percent') return '0.0%'
  return format === 'integer' ? '#,##0' : '#,##0.00'
}

const DAY_FORMAT = 'yyyy-mm-dd'
const MOMENT_FORMAT = 'yyyy-mm-dd hh:mm'

/** A sheet knows no zone: a moment stands there as the account's clock showed it. */
const dateCell = (text: string, timeZone: string): SheetCell | null => {
  const isMoment = text.length > 10
  const local = isMoment ? `${localTimeOf(Date.parse(text), timeZone).replace(' ', 'T')}Z` : `${text}T00:00:00Z`
  const value = new Date(local)
  return Number.isNaN(value.getTime()) ? null : { type: Date, value, format: isMoment ? MOMENT_FORMAT : DAY_FORMAT }
}

/** Text of its own type: whatever it begins with, it is no formula. */
export const textCell = (text: string): SheetCell => ({ type: String, value: text.slice(0, MAX_TEXT) })

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text)

/** Writes the cells of a column: numbers, amounts and dates as themselves, names as they are shown. */
export const cellWriter = (column: TableColumn, reader: SheetReader): ((cell: Cell) => SheetCell) => {
  const format = numberFormat(column, reader)
  const formats = createFormats(reader)
  const part = timePartOf(column.columnId)
  const isNamed = part === 'weekday' || part === 'monthOfYear'
  const isDated = column.format === 'date' || column.format === 'dateTime' || column.kind === 'measure'
  return (cell) => {
    if (cell === null) return column.kind === 'measure' ? null : textCell(cellText(column, cell, formats))
    if (typeof cell === 'number' && !isNamed) return { type: Number, value: cell, format }
    if (typeof cell === 'string' && isDated && isDate(cell)) return dateCell(cell, reader.timeZone) ?? textCell(cell)
    return textCell(typeof cell === 'string' && part !== null ? cell : cellText(column, cell, formats))
  }
}
