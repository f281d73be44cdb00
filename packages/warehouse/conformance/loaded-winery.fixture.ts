import { afterAll } from 'vitest'
import type { CompilerOptions } from '#semantic/compiler/compilation.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import { total } from '#semantic/compiler/total.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { duckDbDialect } from '../duckdb/duckdb-dialect.ts'
import type { Batch } from '../duckdb/load-batch.fixture.ts'
import { testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import type { SqlValue } from '../engine.ts'

export const options: CompilerOptions = {
  dialect: duckDbDialect,
  context: { today: '2026-03-10', weekStart: 'monday', fiscalYearStartMonth: 1, currency: 'USD' },
  minorUnits: 100,
}

export interface LoadedWinery {
  rows(query: SemanticQuery): Promise<SqlValue[][]>
  totals(query: SemanticQuery): Promise<SqlValue[]>
}

/** A few rows, loaded by the real loader; today is 2026-03-10. */
export const loadWinery = async (batch: Batch): Promise<LoadedWinery> => {
  const { load, rows } = await testWarehouse({}, afterAll)
  await load(batch)
  const run = (query: SemanticQuery) => {
    const { sql, params } = compileRows(query, options)
    return rows(sql, params)
  }
  return {
    rows: run,
    totals: async (query) => {
      const totalled = total(query)
      const [row = []] = totalled === null ? [] : await run(totalled.query)
      return row
    },
  }
}

interface Asked extends Partial<SemanticQuery> {
  readonly reportType: string
  readonly ask: readonly string[]
}

/** Records, or groups when `groupBy` is given. */
export const asking = ({ ask, groupBy = [], ...more }: Asked): SemanticQuery => ({
  columns: [...groupBy, ...ask].map((columnId) => ({ columnId, aggregation: 'None' })),
  grain: groupBy.length > 0 ? 'groups' : 'records',
  groupBy,
  filter: null,
  range: null,
  sort: [],
  top: null,
  page: null,
  ...more,
})
