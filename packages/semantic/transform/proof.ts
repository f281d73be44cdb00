import { type Aggregate, leavesOf, type Wider } from '../catalog/formula.ts'
import { aggregateColumn } from '../compiler/aggregation.ts'
import { begin, type Compilation, type CompilerOptions, finish, readFrom, typeOf } from '../compiler/compilation.ts'
import { compileGroups } from '../compiler/compile-groups.ts'
import { compileRecords } from '../compiler/compile-records.ts'
import { isBeyond } from '../compiler/period-start.ts'
import type { Filter, SemanticQuery } from '../query.ts'
import { factRecords, ownRecords } from './behind-cell.ts'
import type { Cell } from './cell.ts'
import { describeFormula } from './describe-formula.ts'
import { drillQuery, formulaOf } from './drill.ts'
import { foldRecords } from './fold-records.ts'
import { periodStart } from './period-day.ts'
import type { ProofPlan } from './proof-plan.ts'
import { overAllRecords } from './total.ts'

/** Another query in the same statement. `from`: SQL of the day that its range is taken to begin on. */
const within = (whole: Compilation, query: SemanticQuery, from?: string): Compilation => ({
  ...whole,
  query,
  type: typeOf(query),
  scope: whole.scope.nested(from === undefined ? {} : { from }),
})

/** The cell as the answer computes it: its group picked out of all, the total, or one record. */
const cellSql = (whole: Compilation, { row, measure, aggregation }: Cell): string => {
  const { query } = whole
  const column = { columnId: measure, aggregation }
  const isTotal = Object.keys(row).length === 0
  const isOne = isTotal || query.grain === 'records'
  // beside the other columns, since they decide with it whether a group of zeros is shown
  const asked: SemanticQuery = isOne
    ? { ...overAllRecords(isTotal ? query : ownRecords(query, row)), columns: [column] }
    : { ...query, sort: [], top: null, page: null, columns: [...query.columns, column], place: row }
  const { outputs, from } = compileGroups({ ...within(whole, asked), type: readFrom(asked, whole) })
  return `SELECT ${outputs.at(-1)?.select ?? 'NULL'} ${from}`
}

const countSql = (whole: Compilation, cell: Cell): string =>
  `SELECT COUNT(*) ${compileRecords(within(whole, { ...drillQuery(whole.query, cell), columns: [] })).from}`

/** No alternative holds for any record. */
const NOTHING: Filter = { or: [] }

/** Records of a wider number: those of the cell's row without the columns that it is not divided by. */
const widerSql = (whole: Compilation, wider: Wider, { row }: Cell): string[] => {
  const { query, type, scope, context } = whole
  const kept = Object.entries(row).filter(([columnId]) => !isBeyond(wider, type, columnId))
  const { having, ...unfiltered } = query
  const records = ownRecords(wider.beyond === 'all' ? query : unfiltered, Object.fromEntries(kept))
  const start = periodStart(wider, type, row, context)
  if (start === 'none') return foldRecords(within(whole, { ...records, filter: NOTHING }), wider.of)
  return foldRecords(within(whole, records, start === null ? undefined : scope.bind(start, 'date')), wider.of)
}

const partSql = (whole: Compilation, leaf: Aggregate | Wider, cell: Cell): string[] => {
  if (leaf.kind === 'wider') return widerSql(whole, leaf, cell)
  const { query } = whole
  const records = leaf.fact === undefined ? ownRecords(query, cell.row) : factRecords(query, cell.row, leaf.fact)
  return foldRecords(within(whole, records), leaf)
}

/**
 * One statement that answers a cell twice: as the report computes it, and folded of the values of the single records
 * behind it. Throws `InvalidQuery`.
 */
export const compileProof = (query: SemanticQuery, cell: Cell, options: CompilerOptions): ProofPlan => {
  const { column, formula } = formulaOf(query, cell)
  const whole: Compilation = { ...begin(query, options), type: typeOf(query) }
  const parts = leavesOf(formula).flatMap((leaf) => partSql(whole, leaf, cell))
  const { present } = aggregateColumn(column, cell.aggregation)
  const shown = parts.map((sql) => (present ? present(`(${sql})`, whole.scope) : `(${sql})`))
  return {
    formula: describeFormula(column, cell.aggregation, whole.scope.definitions),
    isMoney: column.type === 'currency' && cell.aggregation !== 'Count',
    statement: finish(whole, `SELECT (${cellSql(whole, cell)}), (${countSql(whole, cell)}), ${shown.join(', ')}`),
  }
}
