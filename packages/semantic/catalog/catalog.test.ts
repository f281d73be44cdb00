import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROLLUP_NAMES } from '#domain/canonical/rollups.ts'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import type { CompiledStatement, CompilerOptions } from '#semantic/compiler/compilation.ts'
import { compileExcluded, compileRowCount, compileRows } from '#semantic/compiler/compile.ts'
import { compileOthers } from '#semantic/compiler/compile-others.ts'
import { total } from '#semantic/compiler/total.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { sample } from '#testkit/lane.ts'
import { readRows } from '#warehouse/duckdb/connection.ts'
import { createAccountTable } from '#warehouse/duckdb/ddl.ts'
import { duckDbDialect } from '#warehouse/duckdb/duckdb-dialect.ts'
import { createRollup } from '#warehouse/duckdb/rollup-ddl.ts'
import { REPORT_TYPES } from './catalog.ts'
import { isFilterOnly } from './column.ts'

const options: CompilerOptions = {
  dialect: duckDbDialect,
  context: { today: '2026-03-10', weekStart: 'sunday', fiscalYearStartMonth: 7, currency: 'USD' },
  minorUnits: 100,
}

let run: (statement: CompiledStatement) => Promise<unknown[][]>

beforeAll(async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  for (const table of CANONICAL_TABLE_NAMES) await connection.run(createAccountTable(table))
  for (const rollup of ROLLUP_NAMES) await connection.run(createRollup(rollup))
  run = async (statement) => readRows(connection, statement)
})

const base = { filter: null, range: null, sort: [], top: null, page: null } as const

describe.each(REPORT_TYPES)('$reportType', (type) => {
  const dimensions = type.columns
    .filter((column) => column.kind === 'dimension' && !isFilterOnly(column))
    .map(({ columnId }) => columnId)
  const measures = type.columns.filter(({ kind }) => kind === 'measure').map(({ columnId }) => columnId)
  const range = type.dateColumn === null ? null : { columnId: type.dateColumn, from: '2026-01-01', until: '2026-04-01' }
  const none = (columnId: string) => ({ columnId, aggregation: 'None' as const })

  test('compiles every column of its records', async () => {
    const query: SemanticQuery = {
      ...base,
      reportType: type.reportType,
      columns: [...dimensions, ...measures].map(none),
      grain: 'records',
      groupBy: [],
      range,
    }
    expect(await run(compileRows(query, options))).toEqual([])
    expect(await run(compileRowCount(query, options))).toEqual([[0]])
  })

  test.each(sample(dimensions, 3))(
    'grouped by %s, compiles every measure, the remainder of a top N, and the total',
    async (by) => {
      const query: SemanticQuery = {
        ...base,
        reportType: type.reportType,
        columns: [by, ...measures].map(none),
        grain: 'groups',
        groupBy: [by],
        range,
        sort: [{ column: 1, direction: 'desc' }],
        top: 5,
      }
      expect(await run(compileRows(query, options))).toEqual([])
      expect(await run(compileOthers(query, options))).toHaveLength(1)
      const excluded = compileExcluded(query, options)
      if (excluded) expect(await run(excluded)).toEqual([])
      const totalled = total(query)
      if (totalled) expect(await run(compileRows(totalled.query, options))).toHaveLength(1)
    },
  )
})
