import { createFormats, type Reader } from '#charts/value-format.ts'
import { cellText } from './cell-text.ts'
import type { ReportTable } from './report-table.ts'

const TOTAL = 'Total'

/** A table as it is read: every cell in words. */
export interface TableTexts {
  readonly headers: readonly string[]
  /** with what `top` leaves out as the last one */
  readonly rows: readonly (readonly string[])[]
  readonly totals: readonly string[] | null
}

// One paragraph a cell: line breaks of a value would tear rows apart.
const oneLine = (text: string): string => text.normalize('NFC').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** Writes a table, or its first rows, for one reader. */
export const tableTexts = ({ columns, rows, others, totals }: ReportTable, reader: Reader): TableTexts => {
  const formats = createFormats(reader)
  const texts = (row: ReportTable['rows'][number]): string[] =>
    columns.map((column, place) => oneLine(cellText(column, row[place] ?? null, formats)))
  const label = columns.findIndex(({ kind }) => kind === 'dimension')
  const totalTexts = (row: ReportTable['rows'][number]): string[] =>
    columns.map((column, place) => {
      const cell = row[place] ?? null
      if (place === label) return TOTAL
      return cell === null ? '' : cellText(column, cell, formats)
    })
  return {
    headers: columns.map(({ header }) => oneLine(header)),
    rows: [...rows.map(texts), ...(others ? [texts(others)] : [])],
    totals: totals && totalTexts(totals),
  }
}
