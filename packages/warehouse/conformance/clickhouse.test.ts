import { afterAll, beforeAll, expect, test } from 'vitest'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import { compileSearch } from '#semantic/compiler/compile-search.ts'
import type { Filter, SemanticQuery } from '#semantic/query.ts'
import { RECORD_SEARCHES } from '#semantic/search/record-searches.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { type ClickHouse, openClickHouse } from './clickhouse-engine.fixture.ts'
import { duckDbEngine, type TestEngine } from './engines.fixture.ts'
import { expectAgreement } from './engines-agree.fixture.ts'
import { openSmallWinery, SMALL_ORDERS } from './small-winery.ts'

const ACCOUNT = 7
const settings = {
  context: { today: '2026-03-10', weekStart: 'saturday', fiscalYearStartMonth: 2, currency: 'USD' },
} as const

const orders = (filter: Filter | null, more: Partial<SemanticQuery> = {}): SemanticQuery => ({
  reportType: 'Orders',
  columns: [
    { columnId: 'orderId', aggregation: 'None' },
    { columnId: 'netSales', aggregation: 'None' },
  ],
  grain: 'records',
  groupBy: [],
  filter,
  range: null,
  sort: [],
  top: null,
  page: null,
  ...more,
})

onClickHouse('ClickHouse', () => {
  let clickHouse: ClickHouse
  let engines: readonly [TestEngine, TestEngine]

  beforeAll(async () => {
    clickHouse = await openClickHouse()
    const small = await openSmallWinery()
    engines = [duckDbEngine(small), await clickHouse.copy(ACCOUNT, small)]
  })
  afterAll(() => clickHouse.close())

  test('shows an account no rows of another', async () => {
    const other = await clickHouse.copy(8, async () => [])
    for (const table of CANONICAL_TABLE_NAMES) {
      const sql = `SELECT COUNT(*) FROM ${other.dialect.table(table)} AS b`
      expect(await other.rows({ sql, params: [] })).toEqual([[0]])
    }
    expect((await other.run(orders(null), settings)).rows).toEqual([])
  })

  test('runs no statement of the compiler without an account', async () => {
    const { dialect } = engines[1]
    const { sql } = compileRows(orders(null), { dialect, context: settings.context, minorUnits: 100 })
    await expect(clickHouse.runWithoutAccount(sql, { p1: 'USD' })).rejects.toThrow(/account/)
  })

  test('reads the last version of a row, and none that was taken out', async () => {
    const copied = await clickHouse.copy(9, engines[0].rows)
    const [first, second] = SMALL_ORDERS.map(({ id }) => id)
    await clickHouse.replaceOrder({ accountId: 9, orderId: String(first), netSales: 1, isDeleted: false })
    await clickHouse.replaceOrder({ accountId: 9, orderId: String(second), netSales: 1, isDeleted: true })
    const { rows } = await copied.run(orders(null), settings)
    expect(rows[0]).toEqual([first, 1])
    expect(rows.map(([id]) => id)).not.toContain(second)
  })

  test.each([
    "O'Neil",
    '%',
    '_',
    '\\',
    '"',
    '\t',
    '\n',
    "'; DROP TABLE orders; --",
    '{p1:String}',
    '$1',
    'ZOË',
    'É',
    '',
  ])('takes %j in a filter at its word, as DuckDB does', async (value) => {
    for (const comparison of ['Equal', 'NotEqual', 'Contains', 'NotContains', 'StartsWith', 'EndsWith'] as const)
      await expectAgreement(engines, orders({ columnId: 'customerName', comparison, value }), settings)
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
          const statement = compileSearch(search, text, { dialect, limit: 5 })
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

  test.each(['0001-01-01', '1899-12-31', '2026-03-09', '2300-01-01', '9999-12-31'])(
    'compares days with %s as DuckDB does, though its own calendar is shorter',
    async (value) => {
      for (const comparison of ['Equal', 'LessThan', 'GreaterThanOrEqual'] as const)
        await expectAgreement(engines, orders({ columnId: 'orderDate', comparison, value }), settings)
    },
  )

  test.each(['orderWeek', 'orderQuarter', 'orderYear', 'orderMonth', 'state', 'isRefund'])(
    'groups the edges of periods and nulls by %s as DuckDB does',
    async (by) => {
      const columns = [by, 'netSales', 'averageOrder'].map((columnId) => ({ columnId, aggregation: 'None' as const }))
      await expectAgreement(engines, orders(null, { columns, grain: 'groups', groupBy: [by], top: 2 }), settings)
    },
  )
})
