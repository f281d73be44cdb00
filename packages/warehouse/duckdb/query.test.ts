import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { atMachinePace } from '#testkit/machine-pace.ts'
import type { SqlParam } from '../engine.ts'
import { lineRow, orderRow } from './sample-rows.fixture.ts'
import { testWarehouse } from './test-warehouse.fixture.ts'

/** Runs far longer than any test, with little memory. */
const ENDLESS = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE (a.range + b.range) % 7 = 3'

const { rows: read } = await testWarehouse({}, afterAll)

test.each<[string, unknown]>([
  ['9007199254740991::BIGINT', 9_007_199_254_740_991],
  ['-1::BIGINT', -1],
  ['12::HUGEINT', 12],
  ['19.99::DECIMAL(18,4)', 19.99],
  ['-0.001::DECIMAL(18,3)', -0.001],
  ['1.5::DECIMAL(4,1)', 1.5],
  ['1.25::DECIMAL(9,2)', 1.25],
  ['123456.78::DECIMAL(38,2)', 123_456.78],
  ['NULL::DECIMAL(18,4)', null],
  ['NULL::BIGINT', null],
  ['0.1 + 0.2', 0.3],
  ['1.5::DOUBLE', 1.5],
  ['true', true],
  ["'Grüner ☕'", 'Grüner ☕'],
  ["chr(65279) || 'Zoë'", '\u{FEFF}Zoë'],
  ["DATE '2026-02-28'", '2026-02-28'],
  ["TIMESTAMP '2026-02-28 01:02:03'", '2026-02-28 01:02:03'],
  ['NULL', null],
])('%s is read as %j', async (sql, expected) => {
  expect(await read(`SELECT ${sql}`)).toEqual([[expected]])
})

test('an integer beyond 2^53 fails the query instead of losing digits', async () => {
  await expect(read('SELECT 9007199254740993::BIGINT')).rejects.toMatchObject({ code: 'warehouse.query_failed' })
})

const BOUND: [SqlParam, string][] = [
  ["x'; DROP TABLE orders; --", 'VARCHAR'],
  [42, 'BIGINT'],
  [1.5, 'DOUBLE'],
  [true, 'BOOLEAN'],
  [null, 'NULL'],
]

test.each(BOUND)('the parameter %j is bound as %s', async (value, type) => {
  expect(await read('SELECT $1, typeof($1)', [value])).toEqual([[value, expect.stringContaining(type.slice(0, 4))]])
})

test('returns a result of many chunks completely and in order', async () => {
  const all = await read("SELECT range, 'row ' || range FROM range(50000) ORDER BY range")
  expect(all).toHaveLength(50_000)
  expect(all.every(([number, text], index) => number === index && text === `row ${index}`)).toBe(true)
})

test("retries a statement that needs more memory than its file's limit", async () => {
  // A list is kept in memory: about 80 MB, above the 64 MB of a small file.
  expect(await read('SELECT len(list(range)) FROM range(10000000)')).toEqual([[10_000_000]])
})

test('F27 interrupts a query that takes too long, and the next one works', async () => {
  const { warehouse, rows } = await testWarehouse()
  const begun = performance.now()
  const query = warehouse.query(1, { sql: ENDLESS, params: [] }, { timeoutMs: 150 })
  await expect(query).rejects.toMatchObject({ code: 'warehouse.timeout', retryAfter: expect.any(Number) })
  expect(performance.now() - begun).toBeLessThan(atMachinePace(3000))
  expect(await rows('SELECT 1')).toEqual([[1]])
})

test('an aborted query rejects with the reason of its signal', async () => {
  const { warehouse } = await testWarehouse()
  const abort = new AbortController()
  const reason = new Error('the client has left')
  const query = warehouse.query(1, { sql: ENDLESS, params: [] }, { signal: abort.signal })
  setTimeout(() => abort.abort(reason), 100)
  await expect(query).rejects.toBe(reason)
  await expect(warehouse.query(1, { sql: 'SELECT 1', params: [] }, { signal: abort.signal })).rejects.toBe(reason)
})

test('an aborted load leaves no rows, and its signal stops SQL on its connection', async () => {
  const { warehouse, rows } = await testWarehouse()
  const abort = new AbortController()
  const calendar = { timeZone: 'UTC' }
  const load = await warehouse.beginLoad({
    accountId: 1,
    serviceId: 's',
    batchId: 'b',
    calendar,
    mode: 'merge',
    signal: abort.signal,
  })
  await load.append('orders', [orderRow()])
  const running = load.run((connection) => connection.run(ENDLESS))
  setTimeout(() => abort.abort(new Error('cancelled')), 100)
  await expect(running).rejects.toThrow('cancelled')
  await expect(load.commit()).rejects.toThrow('cancelled')
  expect(await rows('SELECT count(*) FROM orders')).toEqual([[0]])
  expect(await warehouse.hasBatch(1, 'b')).toBe(false)
})

test('a query reads all of a load or none of it, and returns the data version that it read', async () => {
  const { load, warehouse } = await testWarehouse()
  const batch = (amount: number) => {
    const ids = Array.from({ length: 300 }, (_, index) => `o${index}`)
    const orders = ids.map((id) => orderRow({ source_id: id, total: amount }))
    return { orders, order_lines: ids.map((id) => lineRow({ order_source_id: id, amount })) }
  }
  await load(batch(1))
  let isLoading = true
  const seen = new Map<number, Set<string>>()
  const read = async () => {
    const sql = 'SELECT (SELECT sum(total) FROM orders)::BIGINT, (SELECT sum(net_sales) FROM order_lines)::BIGINT'
    while (isLoading) {
      const { rows, dataVersion } = await warehouse.query(1, { sql, params: [] })
      seen.set(dataVersion, (seen.get(dataVersion) ?? new Set()).add(JSON.stringify(rows)))
      await pause(1)
    }
  }
  const readers = [read(), read()]
  for (let version = 2; version <= 12; version++) await load(batch(version))
  isLoading = false
  await Promise.all(readers)
  for (const [version, results] of seen)
    expect([...results]).toEqual([JSON.stringify([[300 * version, 300 * version]])])
  expect(seen.size).toBeGreaterThan(3)
})
