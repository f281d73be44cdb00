import type { z } from 'zod'
import type { CellPlace } from '#contract/reports.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import { describeColumns, type OutputColumn } from '#semantic/compiler/describe-columns.ts'
import type { Cell } from '#semantic/lineage/cell-records.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { InvalidQuery } from '#semantic/query.ts'

export interface FoundCell {
  readonly cell: Cell
  /** in the query's columns */
  readonly place: number
  readonly output: OutputColumn
}

const invalid = (field: string, message: string): InvalidQuery => new InvalidQuery([{ field, message }])

/** Names of columns are matched in any case. */
const columnNamed = ({ reportType }: SemanticQuery, name: string, field: string): Column => {
  const type = findReportType(reportType)
  const column = type && findColumn(type, name)
  if (!column) throw invalid(field, `${name} is not a column of ${type?.title ?? reportType}`)
  return column
}

/** A moment is answered as an instant and compared as a local day, so a record goes by its other values. */
const tellsRecord = (column: Column): boolean => column.kind === 'dimension' && column.type !== 'dateTime'

const rowOf = (query: SemanticQuery, given: z.output<typeof CellPlace>['row']): Cell['row'] => {
  const values = Object.entries(given).map(([name, value]) => [columnNamed(query, name, 'cell.row'), value] as const)
  const told = query.grain === 'records' ? values.filter(([column]) => tellsRecord(column)) : values
  if (values.length > 0 && told.length === 0) throw invalid('cell.row', 'A row needs a value that tells it from others')
  const row = Object.fromEntries(told.map(([{ columnId }, value]) => [columnId, value] as const))
  if (query.grain === 'groups' && values.length > 0) demandGroups(query, row)
  return row
}

const demandGroups = ({ groupBy }: SemanticQuery, row: Cell['row']): void => {
  const missing = groupBy.filter((columnId) => !Object.hasOwn(row, columnId))
  if (missing.length > 0) throw invalid('cell.row', `A row also needs ${missing.join(', ')}`)
  const other = Object.keys(row).find((columnId) => !groupBy.includes(columnId))
  if (other !== undefined) throw invalid('cell.row', `The rows are not grouped by ${other}`)
}

/** The latest of some dates is shown like a measure, and adds up to nothing. */
const isNumber = ({ format }: OutputColumn): boolean => format !== 'date' && format !== 'dateTime' && format !== 'text'

/**
 * The place that a call names, looked up in the query. A row names each group of the query, or nothing for the total.
 * Throws `InvalidQuery` for a number that is not in the query's answer.
 */
export const findCell = (
  query: SemanticQuery,
  { row, measure, aggregation }: z.output<typeof CellPlace>,
): FoundCell => {
  const { columnId } = columnNamed(query, measure, 'cell.measure')
  const outputs = describeColumns(query)
  const place = outputs.findIndex((output) => output.column.columnId === columnId && output.aggregation === aggregation)
  const output = outputs[place]
  if (!output?.isMeasure || !isNumber(output))
    throw invalid('cell.measure', `${measure} is not a number of this report`)
  return { cell: { row: rowOf(query, row), measure: columnId, aggregation }, place, output }
}
