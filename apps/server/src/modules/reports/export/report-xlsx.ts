import type { Cell as SheetCell } from 'write-excel-file/node'
import writeXlsxFile, { type Row } from 'write-excel-file/node'
import { timePartOf } from '#charts/report/time-part.ts'
import { createFormats } from '#charts/value-format.ts'
import type { Cell } from '#contract/reports.ts'
import { currencyExponent } from '#domain/money.ts'
import { localTimeOf } from '#domain/ranges/time-zone.ts'
import { formatCell, type ReportTable, reportTable, type TableColumn } from './report-table.ts'
import type { ReportSnapshot } from './table-files.ts'

/** Longest text that a cell can hold. */
const MAX_TEXT = 32_767

interface SheetReader {
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
const TIMESTAMP_FORMAT = 'yyyy-mm-dd hh:mm'

/** Sheets have no time zones, so timestamps are written in the account's local time. */
const dateCell = (text: string, timeZone: string): SheetCell | null => {
  const isTimestamp = text.length > 10
  const local = isTimestamp ? `${localTimeOf(Date.parse(text), timeZone).replace(' ', 'T')}Z` : `${text}T00:00:00Z`
  const value = new Date(local)
  return Number.isNaN(value.getTime())
    ? null
    : { type: Date, value, format: isTimestamp ? TIMESTAMP_FORMAT : DAY_FORMAT }
}

/** A cell of type text is never read as a formula, whatever it starts with. */
const textCell = (text: string): SheetCell => ({ type: String, value: text.slice(0, MAX_TEXT) })

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text)

/** Writes the cells of a column: numbers, amounts and dates as typed values, names as displayed. */
const cellWriter = (column: TableColumn, reader: SheetReader): ((cell: Cell) => SheetCell) => {
  const format = numberFormat(column, reader)
  const formats = createFormats(reader)
  const part = timePartOf(column.columnId)
  const hasLabels = part === 'weekday' || part === 'monthOfYear'
  const isDated = column.format === 'date' || column.format === 'dateTime' || column.kind === 'measure'
  return (cell) => {
    if (cell === null) return column.kind === 'measure' ? null : textCell(formatCell(column, cell, formats))
    if (typeof cell === 'number' && !hasLabels) return { type: Number, value: cell, format }
    if (typeof cell === 'string' && isDated && isDate(cell)) return dateCell(cell, reader.timeZone) ?? textCell(cell)
    return textCell(typeof cell === 'string' && part !== null ? cell : formatCell(column, cell, formats))
  }
}

const MAX_WIDTH = 60
const MIN_WIDTH = 9
/** Rows that column widths are measured on. */
const SAMPLED_ROWS = 200

const widthOf = ({ header, format }: TableColumn, place: number, rows: ReportTable['rows']): number => {
  const longest = rows.slice(0, SAMPLED_ROWS).map((row) => String(row[place] ?? '').length)
  const amount = format === 'currency' ? 14 : MIN_WIDTH
  return Math.min(MAX_WIDTH, Math.max(amount, header.length, ...longest) + 2)
}

const headerRow = (headers: readonly string[]): Row =>
  headers.map((value) => ({ type: String, value, fontWeight: 'bold', wrap: true, alignVertical: 'top' }))

const aboutRows = (report: ReportSnapshot, { columns, totals }: ReportTable): Row[] => {
  const facts = report.facts.map(({ label, text }): Row => [boldText(label), textCell(text)])
  const totalled = columns.flatMap((column, place): Row[] => {
    const total = totals?.[place] ?? null
    return total === null ? [] : [[boldText(`Total ${column.header}`), cellWriter(column, report)(total)]]
  })
  return [...facts, ...totalled]
}

const boldText = (value: string) => ({ type: String, value, fontWeight: 'bold' }) as const

/** A workbook with the rows on one sheet, and the report's facts and totals on another. */
export const reportXlsx = async (report: ReportSnapshot): Promise<Buffer> => {
  const table = reportTable(report.answer)
  const { columns, rows, others } = table
  const writers = columns.map((column) => cellWriter(column, report))
  const sheetRow = (row: readonly (typeof rows)[number][number][]): Row =>
    writers.map((write, place) => write(row[place] ?? null))
  const data = [
    headerRow(columns.map(({ header }) => header)),
    ...rows.map(sheetRow),
    ...(others ? [sheetRow(others)] : []),
  ]
  const widths = columns.map((column, place) => ({ width: widthOf(column, place, rows) }))
  return writeXlsxFile([
    { sheet: 'Report', data, columns: widths, stickyRowsCount: 1 },
    { sheet: 'About', data: aboutRows(report, table), columns: [{ width: 30 }, { width: MAX_WIDTH }] },
  ]).toBuffer()
}
