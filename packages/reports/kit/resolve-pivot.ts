import type { ReportDefinition } from '#contract/report-definition.ts'
import { findColumn, withKeys } from '#semantic/catalog/catalog.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { type Pivot, pivotMeasures } from '#semantic/compiler/pivot.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { type Problems, shownColumnOf } from './problems.ts'

/**
 * The axes of a definition's pivot: its columns across, all other group columns down, each name together with its key. `named`: the
 * group columns without keys. Null without one.
 */
export const resolvePivot = (
  type: ReportType,
  { pivot, top }: ReportDefinition,
  { query, named }: { readonly query: SemanticQuery; readonly named: readonly string[] },
  problems: Problems,
): Pivot | null => {
  if (pivot === null) return null
  const keys = query.groupBy.filter((columnId) => !named.includes(columnId))
  const across = pivot.columns.flatMap((name, place) => {
    const field = `pivot.columns[${place}]`
    const column = shownColumnOf(type, { columnId: name }, field, problems)
    if (column === null) return []
    if (!query.groupBy.includes(column.columnId)) problems.add(field, `${column.displayName} must be grouped by`)
    return [column.columnId]
  })
  const columns = withKeys(type, across).filter((columnId) => across.includes(columnId) || keys.includes(columnId))
  if (new Set(across).size < across.length) problems.add('pivot.columns', 'A column can be used once')
  const measures = pivotMeasures(query)
  if (measures.length === 0) problems.add('pivot', 'A pivot needs at least one measure')
  for (const { columnId } of measures) {
    const column = findColumn(type, columnId)
    if (column?.kind === 'measure' && column.comparedRows)
      problems.add('pivot', `${column.displayName} compares rows, so a pivot can’t show it`)
  }
  if (top !== null) problems.add('top', 'A pivot has no limit of rows. Limit its group columns to a top N instead.')
  const rows = query.groupBy.filter((columnId) => !columns.includes(columnId))
  return { rows, columns, subtotals: pivot.subtotals, keys }
}
