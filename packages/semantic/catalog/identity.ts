import { findColumn } from './catalog.ts'
import type { Dimension } from './column.ts'
import type { ReportType } from './report-type.ts'

/** The column that identifies what a column names; null: its values identify themselves. */
export const keyOfName = (type: ReportType, columnId: string): Dimension | null => {
  const column = findColumn(type, columnId)
  if (column?.kind !== 'dimension' || column.identifiedBy === undefined) return null
  const key = findColumn(type, column.identifiedBy)
  return key?.kind === 'dimension' ? key : null
}

/**
 * Group columns, each name followed by the column that identifies what it names: two people of one name are two groups. A key that is
 * among the columns stays where it is.
 */
export const withKeys = (type: ReportType, columnIds: readonly string[]): string[] =>
  columnIds.flatMap((columnId) => {
    const key = keyOfName(type, columnId)?.columnId
    return key === undefined || columnIds.includes(key) ? [columnId] : [columnId, key]
  })
