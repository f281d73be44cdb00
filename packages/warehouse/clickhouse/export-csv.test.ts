import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { type TestClickHouse, testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import { CSV_CELLS } from '../csv-cells.fixture.ts'
import type { CsvRequest } from '../engine.ts'

const ACCOUNT = 1

onClickHouse('a CSV file that ClickHouse writes', () => {
  let stores: TestClickHouse
  beforeAll(async () => {
    stores = await testClickHouse({ accounts: 1 })
  })
  afterAll(() => stores.close())

  const write = async (sql: string, params: (string | null)[] = [], request: Partial<CsvRequest> = {}) => {
    const statement = () => ({ sql, params })
    const plain = { moneyColumns: [], moneyDigits: 2 }
    const written = await stores.warehouse.writeCsv(ACCOUNT, { ...plain, ...request, statement })
    const file = await text(written.content)
    expect(written.bytes).toBe(Buffer.byteLength(file))
    return { file, rows: written.rows }
  }

  describe('what a cell holds', () => {
    test.each(CSV_CELLS)('the text %j is read back as %j, in one row', async (given, expected) => {
      const { file, rows } = await write('SELECT $1, 1', [given])
      expect([rows, parse(file)]).toEqual([1, [[expected, '1']]])
    })

    const money = (moneyDigits: number) => ({ moneyColumns: [0], moneyDigits })
    test.each([
      ['toInt64(-1999)', money(2), '-19.99'],
      ['toInt64(5)', money(2), '0.05'],
      ['toInt64(-1999)', money(0), '-1999'],
      ['toInt64(1234567)', money(3), '1234.567'],
      ['toInt64(1000)', money(2), '10.00'],
      ['toFloat64(1998.5)', money(2), '19.99'],
      ['toFloat64(-1998.5)', money(2), '-19.99'],
      ['toFloat64(-0.4)', money(2), '0.00'],
      ['toFloat64(900719925474099)', money(2), '9007199254740.99'],
      ["toFloat64('nan')", money(2), ''],
      ["toFloat64('nan')", {}, ''],
      ['toInt64(900719925474099)', money(2), '9007199254740.99'],
      ['CAST(NULL AS Nullable(Int64))', money(2), ''],
      ['toInt64(-12)', {}, '-12'],
      ['toFloat64(-12)', {}, '-12'],
      ['toFloat64(0.125)', {}, '0.125'],
      ['toFloat64(0.125)', { decimals: { 0: 2 } }, '0.13'],
      ['toFloat64(2.5)', { decimals: { 0: 0 } }, '3'],
      ['toFloat64(-0.004)', { decimals: { 0: 2 } }, '0'],
      ['toDecimal64(12.5, 3)', {}, '12.500'],
      ['CAST(true AS Bool)', {}, 'true'],
      ["toDate32('1900-01-01')", {}, '1900-01-01'],
      ["''", {}, '""'],
      ['CAST(NULL AS Nullable(String))', {}, ''],
      [
        "'2026-03-08T10:30:00Z'",
        { instants: { columns: [0], timeZone: 'America/Los_Angeles' } },
        '2026-03-08 03:30:00',
      ],
      ["'club'", { labels: new Map([[0, { byValue: { club: '=Club, own' }, blank: null }]]) }, '"\'=Club, own"'],
      ["'other'", { labels: new Map([[0, { byValue: { club: 'Club' }, blank: null }]]) }, 'other'],
      ["''", { labels: new Map([[0, { byValue: {}, blank: 'None' }]]) }, 'None'],
      ['CAST(NULL AS Nullable(String))', { labels: new Map([[0, { byValue: {}, blank: null }]]) }, ''],
    ])('%s with %j is written %j', async (sql, request, expected) => {
      expect(await write(`SELECT ${sql}, 1`, [], request)).toEqual({ file: `${expected},1\n`, rows: 1 })
    })
  })

  test('rows keep the order of the statement, whatever their number', async () => {
    const { file, rows } = await write('SELECT number FROM numbers(300000) ORDER BY number DESC')
    const lines = file.trimEnd().split('\n')
    expect([rows, lines.length]).toEqual([300_000, 300_000])
    expect(lines.every((line, index) => Number(line) === 299_999 - index)).toBe(true)
  })

  test('fails with the statement, also amid its rows', async () => {
    const failing = write('SELECT throwIf(number = 200000) FROM numbers(300000)')
    await expect(failing).rejects.toMatchObject({ code: 'warehouse.query_failed' })
  })

  test('ends with the reason of its signal', async () => {
    const stop = new AbortController()
    const statement = () => ({ sql: 'SELECT sleep(2)', params: [] })
    const stopped = stores.warehouse.writeCsv(
      ACCOUNT,
      { statement, moneyColumns: [], moneyDigits: 2 },
      { signal: stop.signal },
    )
    setTimeout(() => stop.abort(new Error('left')), 100)
    await expect(stopped).rejects.toThrow('left')
  })
})
