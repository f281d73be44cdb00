import { findTimePart, writeTimePart } from '#charts/report/time-part.ts'
import { type Formats, MISSING, NUMBER_FORMATS } from '#charts/value-format.ts'
import type { Cell, ResultColumn } from '#contract/reports.ts'
import { formatCode } from '#domain/code-labels.ts'
import { namedSubjectAddress } from '#domain/subject-pages.ts'

export type TextColumn = Pick<ResultColumn, 'columnId' | 'kind' | 'type' | 'format'>

/** Whether the column contains right-aligned amounts, as opposed to names made of digits. */
export const isAmount = ({ columnId, kind, format }: TextColumn): boolean =>
  NUMBER_FORMATS.has(format) && (kind === 'measure' || findTimePart(columnId) === null)

/** The label of a dimension's value if it differs from the value; else null. */
export const nameOfValue = (columnId: string, cell: Cell): string | null => {
  const name = formatCode(columnId, cell)
  return name === String(cell) ? null : name
}

const dayText = (text: string, { type }: TextColumn, formats: Formats): string =>
  type === 'dateTime' && text.length > 10 ? formats.recordTime(text) : formats.day(text, 'full')

/**
 * A cell in the viewer's culture. A group without a value has a name; a record without one, or a missing number, has a
 * dash.
 */
export const cellText = (column: TextColumn, cell: Cell | undefined, formats: Formats, isGroup: boolean): string => {
  const { columnId, kind, type, format } = column
  if (cell === null || cell === undefined || cell === '') {
    return kind === 'dimension' && isGroup ? formatCode(columnId, null) : MISSING
  }
  if (typeof cell === 'number' && isAmount(column)) return formats.value(cell, format)
  if (kind === 'measure') return dayText(String(cell), column, formats)
  const part = findTimePart(columnId)
  if (part !== null) return writeTimePart(part, cell, formats, 'full')
  if (type === 'date' || type === 'dateTime') return dayText(String(cell), column, formats)
  return formatCode(columnId, cell)
}

/** The page of the customer, product and so on that a row names in a column; null: none. */
export const namedPage = (
  column: Pick<ResultColumn, 'columnId' | 'kind'> | undefined,
  columns: readonly Pick<ResultColumn, 'columnId'>[],
  row: readonly Cell[],
): string | null =>
  column?.kind === 'dimension'
    ? namedSubjectAddress(column.columnId, (name) => row[columns.findIndex(({ columnId }) => columnId === name)])
    : null
