import type { ReportDefinition } from '#contract/report-definition.ts'
import type { Cell, CellPlace, ResultColumn } from '#contract/reports.ts'
import { isGrouped } from '../query/report-request.ts'

export { cellText, isAmount, nameOfValue, type TextColumn } from '#widgets/kit/cell-text.ts'

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
  const keys = columns.flatMap(({ columnId, keyOf }) => (keyOf === undefined ? [] : [columnId]))
  const groups = [...definition.groupColumns, ...keys].map((columnId): [string, Cell | undefined] => [
    columnId,
    valueAt(columnId),
  ])
  const known = groups.flatMap(([columnId, value]): [string, Cell][] =>
    value === undefined ? [] : [[columnId, value]],
  )
  return known.length === groups.length ? Object.fromEntries(known) : null
}
