import { findTimePart, writeTimePart } from '#charts/report/time-part.ts'
import { createFormats } from '#charts/value-format.ts'
import type { Cell, ResultColumn } from '#contract/reports.ts'
import { findCodeLabels, formatCode } from '#domain/code-labels.ts'
import { toLocalTime } from '#domain/ranges/time-zone.ts'
import type { CsvLabels } from '#warehouse/engine.ts'
import { ALL_OTHERS, TOTAL } from './report-table.ts'

type FileColumn = Pick<ResultColumn, 'columnId' | 'kind' | 'format'>

/** For whom a file is written. */
export interface FileReader {
  readonly culture: string
  /** ISO 4217 */
  readonly currency: string
  readonly timeZone: string
  /** a row without a value is a group with a name, not a record with an empty cell */
  readonly isGrouped: boolean
}

/** The header of a column in a file of typed cells: times are the account's, so they name its zone. */
export const fileHeader = (header: string, { format }: Pick<FileColumn, 'format'>, timeZone: string): string =>
  format === 'dateTime' ? `${header} (${timeZone})` : header

const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)

/** Numbers that stand for names. */
const isNamedNumber = (columnId: string): boolean => ['weekday', 'monthOfYear'].includes(findTimePart(columnId) ?? '')

/**
 * Converts a cell to what a file of typed cells contains: names of codes as on screen, local times (`2024-03-10 13:05:00`), and
 * numbers, amounts, days and months as they are. A record without a value is empty.
 */
export const fileCell = (column: FileColumn, reader: FileReader): ((cell: Cell) => Cell) => {
  const { columnId, kind } = column
  const part = findTimePart(columnId)
  const formats = part !== null && isNamedNumber(columnId) ? createFormats(reader) : null
  return (cell) => {
    if (typeof cell === 'string' && isInstant(cell)) return toLocalTime(Date.parse(cell), reader.timeZone)
    if (kind === 'measure' || cell === ALL_OTHERS || cell === TOTAL) return cell
    if (cell === null || cell === '') return reader.isGrouped ? formatCode(columnId, null) : null
    if (part !== null && formats !== null) return writeTimePart(part, cell, formats, 'full')
    return part !== null || typeof cell === 'number' ? cell : formatCode(columnId, cell)
  }
}

const oneTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

const valuesWithLabels = ({ columnId }: FileColumn, type: string): (string | number | boolean)[] => {
  if (type === 'boolean') return [true, false]
  const part = findTimePart(columnId)
  if (part === 'weekday') return oneTo(7)
  return part === 'monthOfYear' ? oneTo(12) : Object.keys(findCodeLabels(columnId))
}

/** The same as a table for the warehouse, which writes large files itself; null for a column without names. */
export const fileLabels = (column: FileColumn & { readonly type: string }, reader: FileReader): CsvLabels | null => {
  if (column.kind === 'measure') return null
  const toCell = fileCell(column, reader)
  const byValue = Object.fromEntries(
    valuesWithLabels(column, column.type).map((value) => [String(value), String(toCell(value))]),
  )
  const blank = toCell(null)
  return blank === null && Object.keys(byValue).length === 0
    ? null
    : { byValue, blank: blank === null ? null : String(blank) }
}
