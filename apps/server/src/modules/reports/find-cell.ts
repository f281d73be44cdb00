import type { z } from 'zod'
import type { CellPlace } from '#contract/reports.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import { describeColumns, type OutputColumn } from '#semantic/compiler/describe-columns.ts'
import { InvalidQuery } from '#semantic/invalid-query.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { Cell } from '#semantic/transform/cell.ts'

export interface FoundCell {
  readonly cell: Cell
  /** in the query's columns */
  readonly place: number
  readonly output: OutputColumn
}

const invalid = (field: string, message: string): InvalidQuery => new InvalidQuery([{ field, message }])

/** Names of columns are matched in any case. */
const idOf = ({ reportType }: SemanticQuery, name: string, field: string): string => {
  const type = findReportType(reportType)
  const column = type && findColumn(type, name)
  if (!column) throw invalid(field, `${name} is not a column of ${type?.title ?? reportType}`)
  return column.columnId
}

const rowOf = (query: SemanticQuery, given: z.output<typeof CellPlace>['row']): Cell['row'] => {
  const row = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [idOf(query, name, 'cell.row'), value] as const),
  )
  const missing = query.groupBy.filter((columnId) => !Object.hasOwn(row, columnId))
  const isTotal = Object.keys(row).length === 0
  if (query.grain === 'records' || isTotal) return row
  if (missing.length > 0) throw invalid('cell.row', `A row also needs ${missing.join(', ')}`)
  const other = Object.keys(row).find((columnId) => !query.groupBy.includes(columnId))
  if (other !== undefined) throw invalid('cell.row', `The rows are not grouped by ${other}`)
  return row
}

/**
 * The place that a call names, looked up in the query. A row names each group of the query, or nothing for the total.
 * Throws `InvalidQuery` for a number that is not in the query's answer.
 */
export const findCell = (
  query: SemanticQuery,
  { row, measure, aggregation }: z.output<typeof CellPlace>,
): FoundCell => {
  const columnId = idOf(query, measure, 'cell.measure')
  const outputs = describeColumns(query)
  const place = outputs.findIndex((output) => output.column.columnId === columnId && output.aggregation === aggregation)
  const output = outputs[place]
  if (!output?.isMeasure) throw invalid('cell.measure', `${measure} is not a number of this report`)
  return { cell: { row: rowOf(query, row), measure: columnId, aggregation }, place, output }
}
