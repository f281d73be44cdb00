import { afterAll, beforeAll, expect, test } from 'vitest'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import { REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { type ClickHouse, openClickHouse } from './clickhouse-engine.fixture.ts'
import { duckDbEngine, type TestEngine } from './engines.fixture.ts'
import { openSmallWinery } from './small-winery.ts'

let clickHouse: ClickHouse
let engines: readonly [TestEngine, TestEngine]

beforeAll(async () => {
  clickHouse = await openClickHouse()
  const small = await openSmallWinery()
  engines = [duckDbEngine(small), await clickHouse.copy(7, small)]
})
afterAll(() => clickHouse.close())

const settings = {
  context: { today: '2026-03-10', weekStart: 'monday', fiscalYearStartMonth: 1, currency: 'USD' },
} as const
const base = { filter: null, range: null, sort: [], top: null, page: null } as const

test.each(REPORT_TYPES)('$reportType answers every column of its records as DuckDB does', async (type) => {
  const query: SemanticQuery = {
    ...base,
    reportType: type.reportType,
    columns: type.columns.map(({ columnId }) => ({ columnId, aggregation: 'None' })),
    grain: 'records',
    groupBy: [],
  }
  const [duckDb, clickhouse] = engines
  expect(await clickhouse.run(query, settings)).toEqual(await duckDb.run(query, settings))
})

test('rows of another account are never seen', async () => {
  const other = await clickHouse.copy(8, async () => [])
  for (const table of CANONICAL_TABLE_NAMES) {
    const sql = `SELECT COUNT(*) FROM ${other.dialect.table(table)} AS b`
    expect(await other.rows({ sql, params: [] })).toEqual([[0]])
  }
})
