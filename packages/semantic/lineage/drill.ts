import { findColumn, queriedType } from '../catalog/catalog.ts'
import { type Column, isFilterOnly } from '../catalog/column.ts'
import { listLeaves, type MeasureFormula } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { aggregateColumn } from '../compiler/aggregation.ts'
import { columnAt, getReportType, withField } from '../compiler/compilation.ts'
import { InvalidQuery, type SemanticQuery } from '../query.ts'
import type { Cell } from './cell-records.ts'
import { cellFactRecords, cellRecords } from './cell-records.ts'

const MOST_COLUMNS = 6

/** Columns that identify a record to a reader. */
const recordColumns = (type: ReportType): readonly string[] =>
  type.recordColumns ??
  type.columns
    .filter((column) => column.kind === 'dimension' && !column.part && !isFilterOnly(column))
    .slice(0, MOST_COLUMNS)
    .map(({ columnId }) => columnId)

export interface CellFormula {
  readonly column: Column
  readonly formula: MeasureFormula
}

/** The measure of a cell and its formula. Throws `InvalidQuery`. */
export const cellFormula = (query: SemanticQuery, { measure, aggregation }: Cell): CellFormula => {
  const column = columnAt(getReportType(query), measure, 'cell.measure')
  if (column.kind === 'measure' && column.comparedRows)
    throw new InvalidQuery([
      { field: 'cell.measure', message: `${column.displayName} compares rows, so it has no records of its own` },
    ])
  return { column, formula: withField('cell.measure', () => aggregateColumn(column, aggregation)).formula }
}

const singleFact = (formula: MeasureFormula): string | null =>
  listLeaves(formula)
    .map((leaf) => (leaf.kind === 'coarser' ? leaf.of : leaf).fact)
    .find((fact) => fact !== undefined) ?? null

/** The column with the value that each record adds to the cell, where it has one. */
const valueColumn = (type: ReportType | null, measure: string): string[] => {
  const column = type && findColumn(type, measure)
  if (!column || (column.kind === 'measure' && column.record === null)) return []
  return [column.columnId]
}

/**
 * The contributing records of a cell, in the order of their key: the query's own records or those of the measure's fact,
 * limited to the cell's row and to what the measure counts. Without page. Throws `InvalidQuery`.
 */
export const drillQuery = (query: SemanticQuery, cell: Cell): SemanticQuery => {
  const { column, formula } = cellFormula(query, cell)
  const fact = singleFact(formula)
  const records = fact === null ? cellRecords(query, cell.row) : cellFactRecords(query, cell.row, fact)
  const type = queriedType(records)
  const shown = new Set([...(type ? recordColumns(type) : []), ...valueColumn(type, cell.measure)])
  return {
    ...records,
    columns: [...shown].map((columnId) => ({ columnId, aggregation: 'None' })),
    contributingTo: {
      reportType: query.reportType,
      columnId: column.columnId,
      aggregation: cell.aggregation,
      ...(query.calculations ? { calculations: query.calculations } : {}),
    },
  }
}
