import type { Dialect, QueryContext } from '#semantic/catalog/dialect.ts'
import type { CompiledStatement, CompilerOptions } from '#semantic/compiler/compilation.ts'
import { compileExcluded, compileRowCount, compileRows } from '#semantic/compiler/compile.ts'
import { compileNotCounted } from '#semantic/compiler/compile-not-counted.ts'
import { compileOthers } from '#semantic/compiler/compile-others.ts'
import { total } from '#semantic/compiler/total.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { duckDbDialect } from '../duckdb/duckdb-dialect.ts'
import type { SqlValue, Warehouse } from '../engine.ts'

/** Everything that a report shows of one query; money in minor units. */
export interface EngineAnswer {
  readonly rows: SqlValue[][]
  /** a cell per column, null where nothing is totalled */
  readonly totals: SqlValue[]
  /** null without rows that a top can leave out */
  readonly others: SqlValue[] | null
  readonly rowCount: number
  /** currency and number of records left out */
  readonly excluded: SqlValue[][]
  /** `open` or `canceled`, number of records and a cell per column, of what the totals of a list leave out */
  readonly notCounted: SqlValue[][]
}

export interface EngineSettings {
  readonly context: QueryContext
  /** minor units in one major unit; default 100 */
  readonly minorUnits?: number
}

/** One account's rows in one engine. */
export interface TestEngine {
  readonly name: string
  run(query: SemanticQuery, settings: EngineSettings): Promise<EngineAnswer>
  /** rows of any statement that was compiled for this engine's dialect */
  rows: RunStatement
  readonly dialect: Dialect
}

export type RunStatement = (statement: CompiledStatement) => Promise<SqlValue[][]>

const answer = async (query: SemanticQuery, options: CompilerOptions, rows: RunStatement): Promise<EngineAnswer> => {
  const totalled = total(query)
  const [totals = []] = totalled === null ? [] : await rows(compileRows(totalled.query, options))
  const hasOthers = query.top !== null && (query.grain === 'records' || query.groupBy.length > 0)
  const shown = await rows(compileRows(query, options))
  // like a report, whose rows are known when it asks for the others
  const [others = []] = hasOthers ? await rows(compileOthers(query, options, shown)) : []
  const [count = []] = await rows(compileRowCount(query, options))
  const excluded = compileExcluded(query, options)
  const notCounted = compileNotCounted(query, options)
  return {
    rows: shown,
    totals: query.columns.map((_, column) => {
      const index = totalled?.indexes[column] ?? null
      return index === null ? null : (totals[index] ?? null)
    }),
    others: hasOthers ? others : null,
    rowCount: Number(count[0]),
    excluded: excluded === null ? [] : await rows(excluded),
    notCounted: notCounted === null ? [] : await rows(notCounted),
  }
}

/** Rows do not change during a suite, and many of its queries are the same statement. */
const askedOnce = (rows: RunStatement): RunStatement => {
  const known = new Map<string, Promise<SqlValue[][]>>()
  return (statement) => {
    const key = JSON.stringify([statement.sql, statement.params])
    const asked = known.get(key) ?? rows(statement)
    known.set(key, asked)
    return asked
  }
}

/** An account's rows as its warehouse returns them. */
export const loadedEngine = (warehouse: Warehouse, accountId: number): TestEngine =>
  testEngine(warehouse.dialect, async (statement) => (await warehouse.query(accountId, statement)).rows)

export const testEngine = (dialect: Dialect, runStatement: RunStatement): TestEngine => {
  const rows = askedOnce(runStatement)
  return {
    name: dialect.name,
    dialect,
    rows,
    run: (query, { context, minorUnits = 100 }) => answer(query, { dialect, context, minorUnits }, rows),
  }
}

/** An account's rows in DuckDB. */
export const duckDbEngine = (rows: RunStatement): TestEngine => testEngine(duckDbDialect, rows)
