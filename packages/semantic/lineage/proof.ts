import { type Aggregate, type CoarserAggregate, leavesOf } from '../catalog/formula.ts'
import { aggregateColumn } from '../compiler/aggregation.ts'
import {
  type Compilation,
  type CompilerOptions,
  chooseSource,
  startCompilation,
  toStatement,
  typeOf,
} from '../compiler/compilation.ts'
import { compileGroups } from '../compiler/compile-groups.ts'
import { compileRecords } from '../compiler/compile-records.ts'
import { isAcross } from '../compiler/period-start.ts'
import { overAllRecords } from '../compiler/total.ts'
import type { Filter, SemanticQuery } from '../query.ts'
import type { Cell } from './cell-records.ts'
import { cellFactRecords, cellRecords } from './cell-records.ts'
import { describeFormula } from './describe-formula.ts'
import { drillQuery, formulaOf } from './drill.ts'
import type { ProofPlan } from './fold-proof.ts'
import { foldRecords } from './fold-records.ts'
import { periodStart } from './period-day.ts'

/** Another query in the same statement. `from`: SQL of the first day of its range. */
const within = (whole: Compilation, query: SemanticQuery, from?: string): Compilation => ({
  ...whole,
  query,
  type: typeOf(query),
  scope: whole.scope.nested(from === undefined ? {} : { from }),
})

/** The cell as the report computes it: its group out of all groups, the total, or one record. */
const cellSql = (whole: Compilation, { row, measure, aggregation }: Cell): string => {
  const { query } = whole
  const column = { columnId: measure, aggregation }
  const isTotal = Object.keys(row).length === 0
  const isOne = isTotal || query.grain === 'records'
  // with the other columns, because together they decide whether a group of zeros is shown
  const asked: SemanticQuery = isOne
    ? { ...overAllRecords(isTotal ? query : cellRecords(query, row)), columns: [column] }
    : { ...query, sort: [], top: null, page: null, columns: [...query.columns, column], coordinate: row }
  const { outputs, from } = compileGroups({ ...within(whole, asked), type: chooseSource(asked, whole) })
  return `SELECT ${outputs.at(-1)?.select ?? 'NULL'} ${from}`
}

const countSql = (whole: Compilation, cell: Cell): string =>
  `SELECT COUNT(*) ${compileRecords(within(whole, { ...drillQuery(whole.query, cell), columns: [] })).from}`

/** Matches no record. */
const MATCH_NOTHING: Filter = { or: [] }

/** Records of a coarser aggregate: those of the cell's row without the columns that do not split it. */
const coarserSql = (whole: Compilation, coarser: CoarserAggregate, { row }: Cell): string[] => {
  const { query, type, scope, context } = whole
  const kept = Object.entries(row).filter(([columnId]) => !isAcross(coarser, type, columnId))
  const { having, ...unfiltered } = query
  const records = cellRecords(coarser.across === 'all' ? query : unfiltered, Object.fromEntries(kept))
  const start = periodStart(coarser, type, row, context)
  if (start === 'none') return foldRecords(within(whole, { ...records, filter: MATCH_NOTHING }), coarser.of)
  return foldRecords(within(whole, records, start === null ? undefined : scope.bind(start, 'date')), coarser.of)
}

const partSql = (whole: Compilation, leaf: Aggregate | CoarserAggregate, cell: Cell): string[] => {
  if (leaf.kind === 'coarser') return coarserSql(whole, leaf, cell)
  const { query } = whole
  const records = leaf.fact === undefined ? cellRecords(query, cell.row) : cellFactRecords(query, cell.row, leaf.fact)
  return foldRecords(within(whole, records), leaf)
}

/**
 * One statement that computes a cell twice: as the report does, and by folding the values of its contributing records.
 * Throws `InvalidQuery`.
 */
export const compileProof = (query: SemanticQuery, cell: Cell, options: CompilerOptions): ProofPlan => {
  const { column, formula } = formulaOf(query, cell)
  const whole: Compilation = { ...startCompilation(query, options), type: typeOf(query) }
  const parts = leavesOf(formula).flatMap((leaf) => partSql(whole, leaf, cell))
  const { present } = aggregateColumn(column, cell.aggregation)
  const shown = parts.map((sql) => (present ? present(`(${sql})`, whole.scope) : `(${sql})`))
  return {
    formula: describeFormula(column, cell.aggregation, whole.scope.definitions),
    isMoney: column.type === 'currency' && cell.aggregation !== 'Count',
    statement: toStatement(whole, `SELECT (${cellSql(whole, cell)}), (${countSql(whole, cell)}), ${shown.join(', ')}`),
  }
}
