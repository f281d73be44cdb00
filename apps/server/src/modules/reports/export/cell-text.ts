import { timePartOf, writeTimePart } from '#charts/report/time-part.ts'
import type { Formats } from '#charts/value-format.ts'
import type { Cell } from '#contract/reports.ts'
import { labelOf } from '#domain/code-labels.ts'
import { ALL_OTHERS, type TableColumn } from './report-table.ts'

/** What an engine answers for a date or a moment, as opposed to a name that stands in its place. */
const isDateText = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text)

/** Names that are written beside numbers stand as they are; numbers and dates as the reader's culture writes them. */
export const cellText = ({ columnId, kind, format }: TableColumn, cell: Cell, formats: Formats): string => {
  if (cell === ALL_OTHERS) return cell
  if (kind === 'measure') {
    if (typeof cell === 'string') return isDateText(cell) ? dateText(cell, formats) : cell
    return formats.value(typeof cell === 'number' ? cell : null, format)
  }
  if (cell === null || typeof cell === 'boolean') return labelOf(columnId, cell)
  const part = timePartOf(columnId)
  if (part !== null) return writeTimePart(part, cell, formats, 'full')
  if (typeof cell === 'number') return formats.value(cell, format)
  if ((format === 'date' || format === 'dateTime') && isDateText(cell)) return dateText(cell, formats)
  return labelOf(columnId, cell)
}

const dateText = (text: string, formats: Formats): string =>
  text.length > 10 ? formats.instant(text) : formats.day(text, 'full')
