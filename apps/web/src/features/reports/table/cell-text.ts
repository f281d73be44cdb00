import { timePartOf, writeTimePart } from '#charts/report/time-part.ts'
import { type Formats, MISSING } from '#charts/value-format.ts'
import type { Cell, ResultColumn } from '#contract/reports.ts'
import { labelOf } from '#domain/code-labels.ts'

export type TextColumn = Pick<ResultColumn, 'columnId' | 'kind' | 'type' | 'format'>

const AMOUNTS = new Set(['number', 'integer', 'currency', 'percent'])

/** Whether the column holds amounts, which stand at the right, and not names made of digits. */
export const isAmount = ({ columnId, kind, format }: TextColumn): boolean =>
  AMOUNTS.has(format) && (kind === 'measure' || timePartOf(columnId) === null)

/** The name of a dimension's value where it differs from the value itself; null: it is its own name. */
export const nameOfValue = (columnId: string, cell: Cell): string | null => {
  const name = labelOf(columnId, cell)
  return name === String(cell) ? null : name
}

const dayText = (text: string, { type }: TextColumn, formats: Formats): string =>
  type === 'dateTime' && text.length > 10 ? formats.instant(text, 'full') : formats.day(text, 'full')

/**
 * A cell as the reader's culture writes it. A group without a value has a name; a record without one, or a number that is
 * missing, has a dash.
 */
export const cellText = (column: TextColumn, cell: Cell | undefined, formats: Formats, isGroup: boolean): string => {
  const { columnId, kind, type, format } = column
  if (cell === null || cell === undefined || cell === '') {
    return kind === 'dimension' && isGroup ? labelOf(columnId, null) : MISSING
  }
  if (typeof cell === 'number' && isAmount(column)) return formats.value(cell, format)
  if (kind === 'measure') return dayText(String(cell), column, formats)
  const part = timePartOf(columnId)
  if (part !== null) return writeTimePart(part, cell, formats, 'full')
  if (type === 'date' || type === 'dateTime') return dayText(String(cell), column, formats)
  return labelOf(columnId, cell)
}

/** The catalog's part of a definitions version such as `3.USD.monday.1.0`; the rest repeats account settings. */
export const versionNumber = (definitionVersion: string): string => definitionVersion.split('.')[0] ?? definitionVersion
