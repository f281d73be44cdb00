import { isUtf8 } from 'node:buffer'
import { type CsvFileError, type FileProblem, fileError, shownValue } from './file-problem.ts'
import type { TableHead } from './header-row.ts'
import { MAX_VALUE_BYTES, type RowScan } from './row-scan.ts'
import { parseRow } from './row-text.ts'

const FAULT_MESSAGES = {
  nul: 'The value contains a NUL character',
  textAfterQuote: 'There is text after the closing quote of this value',
  tooLong: `The value is longer than ${MAX_VALUE_BYTES.toLocaleString('en-US')} bytes`,
} as const

/** What is wrong with a scanned row; null: nothing. It is only created when it will be reported. */
export const rowProblem = (
  { fault, faultValue, values }: RowScan,
  columns: readonly string[],
  line: number,
  row: Uint8Array,
): (() => FileProblem) | null => {
  if (fault === null && values === columns.length) return null
  const at = fault === null ? Math.min(values, columns.length - 1) : faultValue
  const message =
    fault === null
      ? `This row has ${values} ${values === 1 ? 'value' : 'values'}, the header has ${columns.length}`
      : FAULT_MESSAGES[fault]
  return () => {
    const value = shownValue(Buffer.from(row.subarray(0, 400)).toString('utf8').replaceAll('\0', '␀'))
    return { line, column: columns[at] ?? null, value, message }
  }
}

/** The error of a row that doesn’t end. */
export const openRow = (scan: RowScan, { columns }: TableHead, line: number): CsvFileError => {
  const column = columns[scan.values - 1] ?? null
  return scan.openQuoteLines === null
    ? fileError('This row is longer than 1 MB', line, column)
    : fileError('A quote is opened here and never closed', line + scan.openQuoteLines, column)
}

export const encodingError = (line: number, column: string | null): CsvFileError =>
  fileError('The text is not UTF-8. Save the file as UTF-8', line, column)

/** The error of bytes that begin with `firstLine`. */
export const notUtf8 = (bytes: Uint8Array, firstLine: number, table: TableHead | null): CsvFileError => {
  let line = firstLine
  for (let start = 0; start < bytes.length; line++) {
    const lineEnd = bytes.indexOf(10, start)
    const end = lineEnd < 0 ? bytes.length : lineEnd
    const row = bytes.subarray(start, end)
    if (!isUtf8(row)) return encodingError(line, table && columnOfBadText(table, row))
    start = end + 1
  }
  return encodingError(firstLine, null)
}

const columnOfBadText = ({ columns, delimiter }: TableHead, row: Uint8Array): string | null => {
  const values = parseRow(Buffer.from(row).toString('utf8'), delimiter)
  return columns[values.findIndex((value) => value.includes('�'))] ?? null
}
