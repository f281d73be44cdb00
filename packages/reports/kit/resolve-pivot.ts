import type { ReportDefinition } from '#contract/report-definition.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { type Pivot, pivotMeasures } from '#semantic/compiler/pivot.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { type Problems, shownColumnOf } from './problems.ts'

/** The axes of a definition's pivot: its columns across, all other group columns down. Null without one. */
export const resolvePivot = (
  type: ReportType,
  { pivot, top }: ReportDefinition,
  query: SemanticQuery,
  problems: Problems,
): Pivot | null => {
  if (pivot === null) return null
  const columns = pivot.columns.flatMap((name, place) => {
    const field = `pivot.columns[${place}]`
    const column = shownColumnOf(type, { columnId: name }, field, problems)
    if (column === null) return []
    if (!query.groupBy.includes(column.columnId)) problems.add(field, `${column.displayName} must be grouped by`)
    return [column.columnId]
  })
  if (new Set(columns).size < columns.length) problems.add('pivot.columns', 'A column can be used once')
  const measures = pivotMeasures(query)
  if (measures.length === 0) problems.add('pivot', 'A pivot needs at least one measure')
  for (const { columnId } of measures) {
    const column = findColumn(type, columnId)
    if (column?.kind === 'measure' && column.comparedRows)
      problems.add('pivot', `${column.displayName} compares rows, so a pivot can’t show it`)
  }
  if (top !== null) problems.add('top', 'A pivot has no limit of rows. Limit its group columns to a top N instead.')
  return { rows: query.groupBy.filter((columnId) => !columns.includes(columnId)), columns, subtotals: pivot.subtotals }
}
