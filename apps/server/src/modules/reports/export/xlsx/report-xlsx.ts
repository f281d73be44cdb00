import writeXlsxFile, { type Row } from 'write-excel-file/node'
import type { AnsweredReport } from '../answered-report.ts'
import { type ReportTable, reportTable, type TableColumn } from '../report-table.ts'
import { cellWriter, textCell } from './sheet-cells.ts'

const WIDEST = 60
const NARROWEST = 9
/** Rows that decide how wide a column is. */
const LOOKED_AT = 200

const widthOf = ({ header, format }: TableColumn, place: number, rows: ReportTable['rows']): number => {
  const longest = rows.slice(0, LOOKED_AT).map((row) => String(row[place] ?? '').length)
  const amount = format === 'currency' ? 14 : NARROWEST
  return Math.min(WIDEST, Math.max(amount, header.length, ...longest) + 2)
}

const headerRow = (headers: readonly string[]): Row =>
  headers.map((value) => ({ type: String, value, fontWeight: 'bold', wrap: true, alignVertical: 'top' }))

const aboutRows = (report: AnsweredReport, { columns, totals }: ReportTable): Row[] => {
  const facts = report.facts.map(({ label, text }): Row => [boldText(label), textCell(text)])
  const totalled = columns.flatMap((column, place): Row[] => {
    const total = totals?.[place] ?? null
    return total === null ? [] : [[boldText(`Total ${column.header}`), cellWriter(column, report)(total)]]
  })
  return [...facts, ...totalled]
}

const boldText = (value: string) => ({ type: String, value, fontWeight: 'bold' }) as const

/** A workbook with the rows on one sheet, and on another what they are and what they add up to. */
export const reportXlsx = async (report: AnsweredReport): Promise<Buffer> => {
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
    { sheet: 'About', data: aboutRows(report, table), columns: [{ width: 30 }, { width: WIDEST }] },
  ]).toBuffer()
}
