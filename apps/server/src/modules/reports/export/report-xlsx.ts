import type { Cell as SheetCell } from 'write-excel-file/node'
import writeXlsxFile, { type Row } from 'write-excel-file/node'
import { findTimePart } from '#charts/report/time-part.ts'
import type { Cell } from '#contract/reports.ts'
import { currencyExponent } from '#domain/money.ts'
import { type FileReader, fileCell, fileHeader } from './file-cells.ts'
import { labelTotalRow, type ReportTable, reportTable, type TableColumn } from './report-table.ts'
import type { ReportSnapshot } from './table-snapshot.ts'

/** Longest text that a cell can hold. */
const MAX_TEXT = 32_767

const moneyFormat = ({ culture, currency }: FileReader): string => {
  const parts = new Intl.NumberFormat(culture, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const symbol = parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  const digits = currencyExponent(currency)
  const number = `"${symbol.replaceAll('"', '')}"#,##0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`
  return `${number};-${number}`
}

const numberFormat = ({ columnId, format }: TableColumn, reader: FileReader): string => {
  if (findTimePart(columnId) === 'year') return '0'
  if (format === 'currency') return moneyFormat(reader)
  if (format === 'percent') return '0.0%'
  return format === 'integer' ? '#,##0' : '#,##0.00'
}

const DAY_FORMAT = 'yyyy-mm-dd'
const TIMESTAMP_FORMAT = 'yyyy-mm-dd hh:mm'

const MONTH_FORMAT = 'yyyy-mm'

/** How a date is displayed, by the length of its text: a month, a day or a local time. */
const dateFormat = (length: number): string => {
  if (length === 7) return MONTH_FORMAT
  return length === 10 ? DAY_FORMAT : TIMESTAMP_FORMAT
}

/** Sheets have no time zones: the text of a month, a day or a local time becomes its serial number. */
const dateCell = (text: string): SheetCell | null => {
  const day = text.length === 7 ? `${text}-01` : text
  const value = new Date(text.length > 10 ? `${text.replace(' ', 'T')}Z` : `${day}T00:00:00Z`)
  return Number.isNaN(value.getTime()) ? null : { type: Date, value, format: dateFormat(text.length) }
}

/** A cell of type text is never read as a formula, whatever it starts with. */
const textCell = (text: string): SheetCell => ({ type: String, value: text.slice(0, MAX_TEXT) })

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}( [\d:]+)?$/.test(text)

/** Writes the cells of a column: numbers, amounts and dates as typed values, names as displayed. */
const cellWriter = (column: TableColumn, reader: FileReader): ((cell: Cell) => SheetCell) => {
  const format = numberFormat(column, reader)
  const toCell = fileCell(column, reader)
  const part = findTimePart(column.columnId)
  const isDated = column.format === 'date' || column.format === 'dateTime' || column.kind === 'measure'
  const isDateText = (text: string): boolean =>
    (isDated && isDate(text)) || (part === 'month' && /^\d{4}-\d{2}$/.test(text))
  return (given) => {
    const cell = toCell(given)
    if (cell === null) return null
    if (typeof cell === 'number') return { type: Number, value: cell, format }
    const text = String(cell)
    return (isDateText(text) ? dateCell(text) : null) ?? textCell(text)
  }
}

const MAX_WIDTH = 60
const MIN_WIDTH = 9
/** Rows that column widths are measured on. */
const SAMPLED_ROWS = 200

const widthOf = ({ header, format }: TableColumn, index: number, rows: ReportTable['rows']): number => {
  const longest = rows.slice(0, SAMPLED_ROWS).map((row) => String(row[index] ?? '').length)
  const amount = format === 'currency' ? 14 : MIN_WIDTH
  return Math.min(MAX_WIDTH, Math.max(amount, header.length, ...longest) + 2)
}

const headerRow = (headers: readonly string[]): Row =>
  headers.map((value) => ({ type: String, value, fontWeight: 'bold', wrap: true, alignVertical: 'top' }))

const detailRows = (report: ReportSnapshot, { columns, totals }: ReportTable): Row[] => {
  const facts = report.facts.map(({ label, text }): Row => [boldText(label), textCell(text)])
  const totalled = columns.flatMap((column, place): Row[] => {
    const total = totals?.[place] ?? null
    return total === null ? [] : [[boldText(`Total ${column.header}`), cellWriter(column, report)(total)]]
  })
  return [...facts, ...totalled]
}

const boldText = (value: string) => ({ type: String, value, fontWeight: 'bold' }) as const

/** The totals below the rows, in bold. */
const totalRow = (report: ReportSnapshot, { columns, totals }: ReportTable): Row[] => {
  if (!report.hasTotalRow || totals === null) return []
  const kinds = columns.map(({ kind }) => kind)
  const cells = labelTotalRow(totals, kinds)
  const writers = columns.map((column) => cellWriter(column, { ...report, isGrouped: false }))
  return [
    writers.map((write, index) => {
      const cell = write(cells[index] ?? null)
      return cell === null || typeof cell !== 'object' ? cell : { ...cell, fontWeight: 'bold' as const }
    }),
  ]
}

/** A workbook with the rows on one sheet, and the report's facts and totals on another. */
export const reportXlsx = async (report: ReportSnapshot): Promise<Buffer> => {
  const table = reportTable(report.answer)
  const { columns, rows, others } = table
  const writers = columns.map((column) => cellWriter(column, report))
  const sheetRow = (row: readonly (typeof rows)[number][number][]): Row =>
    writers.map((write, index) => write(row[index] ?? null))
  const data = [
    headerRow(columns.map((column) => fileHeader(column.header, column, report.timeZone))),
    ...rows.map(sheetRow),
    ...(others ? [sheetRow(others)] : []),
    ...totalRow(report, table),
  ]
  const widths = columns.map((column, index) => ({ width: widthOf(column, index, rows) }))
  return writeXlsxFile([
    { sheet: 'Report', data, columns: widths, stickyRowsCount: 1 },
    { sheet: 'Details', data: detailRows(report, table), columns: [{ width: 30 }, { width: MAX_WIDTH }] },
  ]).toBuffer()
}
