import { timePartOf, writeTimePart } from '#charts/report/time-part.ts'
import { type Formats, MISSING } from '#charts/value-format.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { Cell, CellPlace, ResultColumn } from '#contract/reports.ts'
import { labelOf } from '#domain/code-labels.ts'
import { isGrouped } from '../query/report-request.ts'

export type TextColumn = Pick<ResultColumn, 'columnId' | 'kind' | 'type' | 'format'>

const AMOUNTS = new Set(['number', 'integer', 'currency', 'percent'])

/** Whether the column contains right-aligned amounts, as opposed to names made of digits. */
export const isAmount = ({ columnId, kind, format }: TextColumn): boolean =>
  AMOUNTS.has(format) && (kind === 'measure' || timePartOf(columnId) === null)

/** The label of a dimension's value if it differs from the value; else null. */
export const nameOfValue = (columnId: string, cell: Cell): string | null => {
  const name = labelOf(columnId, cell)
  return name === String(cell) ? null : name
}

const dayText = (text: string, { type }: TextColumn, formats: Formats): string =>
  type === 'dateTime' && text.length > 10 ? formats.instant(text, 'full') : formats.day(text, 'full')

/**
 * A cell in the viewer's culture. A group without a value has a name; a record without one, or a missing number, has a
 * dash.
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

type Row = NonNullable<CellPlace['row']>

/** Types whose values identify a record; instants are returned in another zone than they are filtered by. */
const FINDS = new Set(['text', 'enum', 'boolean', 'date', 'integer'])

/**
 * What identifies a row: its groups, or for a record its identifying values. Null if the result does not contain them.
 */
export const rowPlace = (
  definition: ReportDefinition,
  columns: readonly ResultColumn[],
  row: readonly Cell[],
): Row | null => {
  const valueAt = (columnId: string): Cell | undefined =>
    row[columns.findIndex((column) => column.columnId.toLowerCase() === columnId.toLowerCase())]
  if (!isGrouped(definition)) {
    const found = columns.flatMap(({ columnId, kind, type }): [string, Cell][] => {
      const value = valueAt(columnId)
      return kind === 'dimension' && FINDS.has(type) && value !== undefined ? [[columnId, value]] : []
    })
    return found.length === 0 ? null : Object.fromEntries(found)
  }
  const groups = definition.groupColumns.map((columnId): [string, Cell | undefined] => [columnId, valueAt(columnId)])
  const known = groups.flatMap(([columnId, value]): [string, Cell][] =>
    value === undefined ? [] : [[columnId, value]],
  )
  return known.length === groups.length ? Object.fromEntries(known) : null
}
