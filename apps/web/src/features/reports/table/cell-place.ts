import type { Cell, CellPlace, ReportDefinition, ResultColumn } from '#contract/reports.ts'
import { isGrouped } from '../query/report-request.ts'

type Row = NonNullable<CellPlace['row']>

/** Types whose values find their record again; moments are answered in another zone than they are asked for. */
const FINDS = new Set(['text', 'enum', 'boolean', 'date', 'integer'])

/**
 * What tells a row from all others: its groups, or for a record the values it can be found by. Null where the answer does
 * not hold them.
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
