import { afterAll, beforeAll, expect, test } from 'vitest'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import { compileSearch } from '#semantic/compiler/compile-search.ts'
import { RECORD_SEARCHES } from '#semantic/search/record-searches.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { orderRow } from '../duckdb/sample-rows.fixture.ts'
import { testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import { type ClickHouse, openClickHouse } from './clickhouse-engine.fixture.ts'
import { duckDbEngine, type TestEngine } from './engines.fixture.ts'
import { asking } from './loaded-winery.fixture.ts'

const context = { today: '2026-03-10', weekStart: 'monday', fiscalYearStartMonth: 1, currency: 'USD' } as const

const ORDERS = asking({ reportType: 'Orders', ask: ['orderId', 'netSales'] })

onClickHouse('ClickHouse', () => {
  let clickHouse: ClickHouse
  let engines: readonly [TestEngine, TestEngine]

  beforeAll(async () => {
    clickHouse = await openClickHouse()
    const { load, rows } = await testWarehouse({}, afterAll)
    await load({ orders: ['o1', 'o2'].map((id) => orderRow({ source_id: id, customer_name: `Ana ${id}` })) })
    const duckDb = duckDbEngine(({ sql, params }) => rows(sql, params))
    engines = [duckDb, await clickHouse.copy(7, duckDb.rows)]
  })
  afterAll(() => clickHouse.close())

  test('shows an account no rows of another', async () => {
    const other = await clickHouse.copy(8, async () => [])
    for (const table of CANONICAL_TABLE_NAMES) {
      const sql = `SELECT COUNT(*) FROM ${other.dialect.table(table)} AS b`
      expect(await other.rows({ sql, params: [] })).toEqual([[0]])
    }
    expect((await other.run(ORDERS, { context })).rows).toEqual([])
  })

  test('runs no statement of the compiler without an account', async () => {
    const { dialect } = engines[1]
    const { sql } = compileRows(ORDERS, { dialect, context, minorUnits: 100 })
    await expect(clickHouse.runWithoutAccount(sql, { p1: 'USD' })).rejects.toThrow(/account/)
  })

  test('reads the last version of a row, and none that was taken out', async () => {
    const copied = await clickHouse.copy(9, engines[0].rows)
    await clickHouse.replaceOrder({ accountId: 9, orderId: 'o1', netSales: 1, isDeleted: false })
    await clickHouse.replaceOrder({ accountId: 9, orderId: 'o2', netSales: 1, isDeleted: true })
    expect((await copied.run(ORDERS, { context })).rows).toEqual([['o1', 1]])
  })

  test.each([
    ['José GARCÍA', 'jose garcia'],
    ['Müller', 'muller'],
    ['Zoe\u0308', 'zoe'],
    ['Ångström', 'angstrom'],
  ])('folds %s to %s for a search, as DuckDB does', async (text, folded) => {
    for (const { dialect, rows, name } of engines)
      expect(await rows({ sql: `SELECT ${dialect.foldAccents(`'${text}'`)}`, params: [] }), name).toEqual([[folded]])
  })

  test.each(['1', 'o', 'ana', '%', "x' OR '1'='1"])('finds the same records by %j as DuckDB', async (text) => {
    for (const search of Object.values(RECORD_SEARCHES)) {
      const found = await Promise.all(
        engines.map(async ({ dialect, rows }) => {
          const statement = compileSearch(search, text, { dialect, context, limit: 5 })
          return statement && rows(statement)
        }),
      )
      expect(found[1]).toEqual(found[0])
    }
  })

  test.each([
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ', true],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος', true],
    ['ΟΔΟΣ', 'σ', true],
    ['İstanbul', 'ISTANBUL', true],
    ['istanbul', 'İSTANBUL', true],
    ['Zoë', 'ZOË', true],
    ['Straße', 'STRASSE', false],
    ['Zoë', 'zoe', false],
  ])('takes %s for the end of %s without case: %s, as DuckDB does', async (text, end, ends) => {
    for (const { dialect, rows } of engines) {
      const [whole, part] = [text, end].map((one) => dialect.foldCase(`'${one}'`))
      const sql = `SELECT ${dialect.asBoolean(dialect.endsWith(String(whole), String(part)))}`
      expect(await rows({ sql, params: [] }), dialect.name).toEqual([[ends]])
    }
  })
})
