import { expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { Batch } from '../load-batch.fixture.ts'
import { customerRow, lineRow, membershipRow, orderRow, reservationRow } from '../sample-rows.fixture.ts'
import { testWarehouse } from '../test-warehouse.fixture.ts'

const twoOrders: Batch = {
  orders: [orderRow({ source_id: 'o1' }), orderRow({ source_id: 'o2' })],
  order_lines: [
    lineRow({ order_source_id: 'o1', line_number: 1, amount: 1000 }),
    lineRow({ order_source_id: 'o1', line_number: 2, amount: 2000 }),
    lineRow({ order_source_id: 'o2', line_number: 1, amount: 4000 }),
  ],
  customers: [customerRow({ source_id: 'c1', email: null }), customerRow({ source_id: 'c2', birth: '1980-02-29' })],
  memberships: [membershipRow({ source_id: 'm1' })],
  reservations: [reservationRow({ source_id: 'r1', customer_source_id: 'c1' })],
}

const LINES = 'SELECT source_id, net_sales FROM order_lines ORDER BY source_id'
const ORDERS = 'SELECT source_id, item_count, net_sales, is_counted FROM orders ORDER BY source_id'

test('the same data under another batch id changes nothing, not even the data version', async () => {
  const { load, rows } = await testWarehouse()
  const first = await load(twoOrders)
  const physical = 'SELECT rowid, * FROM order_lines UNION ALL BY NAME SELECT rowid, * FROM orders ORDER BY ALL'
  const before = await rows(physical)
  const second = await load(twoOrders)
  expect(first).toMatchObject({ changed: true, dataVersion: 1 })
  expect(second).toMatchObject({ changed: false, dataVersion: 1 })
  expect(await rows(physical)).toEqual(before)
})

test('the ledger of batches forgets those older than two months', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  await load(twoOrders, { batchId: 'old' })
  await load(twoOrders, { batchId: 'recent' })
  await warehouse.withConnection(1, (connection) =>
    connection.run("UPDATE loads SET applied_at = applied_at - INTERVAL 61 DAY WHERE batch_id = 'old'"),
  )
  await load(twoOrders, { batchId: 'new' })
  expect(await rows('SELECT batch_id FROM loads ORDER BY 1')).toEqual([['new'], ['recent']])
})

test('a committed batch is not applied again and returns the same result', async () => {
  const { load, warehouse } = await testWarehouse()
  const first = await load(twoOrders, { batchId: 'b' })
  const again = await load({ orders: [orderRow({ source_id: 'o9' })] }, { batchId: 'b' })
  expect(again).toEqual(first)
  expect(await warehouse.hasBatch(1, 'b')).toBe(true)
  expect(await warehouse.hasBatch(1, 'c')).toBe(false)
})

test('counts say how many rows were given, table by table', async () => {
  const { load } = await testWarehouse()
  const { counts } = await load(twoOrders)
  expect(counts).toEqual({ orders: 2, order_lines: 3, customers: 2, memberships: 1, reservations: 1 })
})

test('an order of the batch replaces all of its lines; absent orders stay', async () => {
  const { load, rows } = await testWarehouse()
  await load(twoOrders)
  const outcome = await load({
    orders: [orderRow({ source_id: 'o1' })],
    order_lines: [lineRow({ order_source_id: 'o1', line_number: 2, amount: 2500 })],
  })
  expect(outcome).toMatchObject({ changed: true, dataVersion: 2 })
  expect(await rows(LINES)).toEqual([
    ['o1/2', 2500],
    ['o2/1', 4000],
  ])
  expect(await rows(ORDERS)).toEqual([
    ['o1', 1, 2500, true],
    ['o2', 1, 4000, true],
  ])
})

test('lines without their order change that order alone and keep its other lines', async () => {
  const { load, rows } = await testWarehouse()
  await load(twoOrders)
  await load({ order_lines: [lineRow({ order_source_id: 'o1', line_number: 2, amount: 1 })] })
  expect(await rows(LINES)).toEqual([
    ['o1/1', 1000],
    ['o1/2', 1],
    ['o2/1', 4000],
  ])
  expect(await rows(ORDERS)).toEqual([
    ['o1', 2, 1001, true],
    ['o2', 1, 4000, true],
  ])
})

test('a line without its order counts for nothing until the order is loaded', async () => {
  const { load, rows } = await testWarehouse()
  await load({ order_lines: [lineRow({ order_source_id: 'o7' })] })
  expect(await rows(LINES)).toEqual([['o7/1', 0]])
  await load({ orders: [orderRow({ source_id: 'o7' })], order_lines: [lineRow({ order_source_id: 'o7' })] })
  expect(await rows(LINES)).toEqual([['o7/1', 1000]])
})

test('a line that moves to another order changes both', async () => {
  const { load, rows } = await testWarehouse()
  await load(twoOrders)
  await load({ order_lines: [lineRow({ source_id: 'o1/2', order_source_id: 'o2', line_number: 2, amount: 2000 })] })
  expect(await rows(ORDERS)).toEqual([
    ['o1', 1, 1000, true],
    ['o2', 2, 6000, true],
  ])
})

test('replace removes missing rows, of this service only', async () => {
  const { load, rows } = await testWarehouse()
  await load(twoOrders)
  await load(twoOrders, { serviceId: 's2' })
  await load(
    { orders: [orderRow({ source_id: 'o2' })], order_lines: [lineRow({ order_source_id: 'o2', amount: 4000 })] },
    { mode: 'replace' },
  )
  const left = (table: string) => rows(`SELECT service_id, count(*) FROM ${table} GROUP BY 1 ORDER BY 1`)
  expect(await left('orders')).toEqual([
    ['s1', 1],
    ['s2', 2],
  ])
  expect(await left('order_lines')).toEqual([
    ['s1', 1],
    ['s2', 3],
  ])
  expect(await left('customers')).toEqual([['s2', 2]])
})

test('a replacement with the same data changes nothing', async () => {
  const { load } = await testWarehouse()
  await load(twoOrders, { mode: 'replace' })
  expect(await load(twoOrders, { mode: 'replace' })).toMatchObject({ changed: false, dataVersion: 1 })
})

test('a record that pages repeat counts once: the last updated, then the last loaded', async () => {
  const { load, rows } = await testWarehouse()
  const customer = (name: string, source_updated: number | null) => customerRow({ name, source_updated })
  await load({ customers: [customer('new', 2000), customer('old', 1000), customer('unknown', null)] })
  await load({ memberships: [membershipRow({ club_name: 'A' }), membershipRow({ club_name: 'B' })] })
  expect(await rows('SELECT name FROM customers')).toEqual([['new']])
  expect(await rows('SELECT club_name FROM memberships')).toEqual([['B']])
})

test('a new update time of a record is no change by itself', async () => {
  const { load } = await testWarehouse()
  await load({ customers: [customerRow({ source_updated: 1 })] })
  expect(await load({ customers: [customerRow({ source_updated: 2 })] })).toMatchObject({ changed: false })
})

test.each([
  ['a value that becomes absent', { state: 'CA' }, { state: null }],
  ['a value that comes', { state: null }, { state: 'CA' }],
  ['text that differs by case', { name: 'ada' }, { name: 'Ada' }],
  ['text that differs by a space at its end', { name: 'Ada' }, { name: 'Ada ' }],
  ['a later timestamp', { since: 1_700_000_000_000 }, { since: 1_700_000_001_000 }],
  ['money', { lifetime_value_seed: 1 }, { lifetime_value_seed: 2 }],
])('%s is a change', async (_, before, after) => {
  const { load } = await testWarehouse()
  await load({ customers: [customerRow(before)] })
  expect(await load({ customers: [customerRow(after)] })).toMatchObject({ changed: true, dataVersion: 2 })
  expect(await load({ customers: [customerRow(after)] })).toMatchObject({ changed: false, dataVersion: 2 })
})

test('keys and SKUs that differ by case only stay apart', async () => {
  const { load, rows } = await testWarehouse()
  await load({
    orders: [orderRow({ source_id: 'a' }), orderRow({ source_id: 'A' })],
    order_lines: [
      lineRow({ order_source_id: 'a', sku: '85123a' }),
      lineRow({ order_source_id: 'A', sku: '85123A', amount: 5 }),
    ],
  })
  expect(await rows('SELECT sku, net_sales FROM order_lines ORDER BY sku')).toEqual([
    ['85123A', 5],
    ['85123a', 1000],
  ])
})

test('rows of a discarded or uncommitted load are never visible', async () => {
  const { warehouse, rows } = await testWarehouse()
  const request = { accountId: 1, serviceId: 's1', calendar: { timeZone: 'UTC' }, mode: 'merge' } as const
  const load = await warehouse.beginLoad({ ...request, batchId: 'b1' })
  await load.append('orders', [orderRow()])
  expect(await rows('SELECT count(*) FROM orders')).toEqual([[0]])
  await load.discard()
  await load.discard()
  expect(await rows('SELECT count(*) FROM orders')).toEqual([[0]])
  await expect(load.append('orders', [orderRow()])).rejects.toThrow(Failure)
  expect(await warehouse.hasBatch(1, 'b1')).toBe(false)
})

const wrongRows: [string, CanonicalRecord<'customers'>][] = [
  ['a day that no calendar has', customerRow({ birth: '2026-02-30' })],
  ['a local time that is no time', customerRow({ time_basis: 'local', since: '2026-01-01 25:00:00' })],
  ['midnight written as the end of a day', customerRow({ time_basis: 'local', since: '2026-01-01 24:00:00' })],
  ['money with a fraction', customerRow({ lifetime_value_seed: 1.5 })],
]

test.each(wrongRows)('%s stops the load, and nothing of it is stored', async (_, row) => {
  const { load, rows } = await testWarehouse()
  await expect(load({ customers: [customerRow({ source_id: 'good' }), row] })).rejects.toThrow(Failure)
  expect(await rows('SELECT count(*) FROM customers')).toEqual([[0]])
})

test('stores whole numbers of every size exactly', async () => {
  const { load, rows } = await testWarehouse()
  const sizes = [0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 3 * 2 ** 40 + 7, Number.MAX_SAFE_INTEGER]
  const seeds = sizes.flatMap((size) => [-size, size])
  await load({
    customers: seeds.map((lifetime_value_seed, index) => customerRow({ source_id: `${index}`, lifetime_value_seed })),
  })
  const stored = 'SELECT CAST(lifetime_value_seed AS VARCHAR) FROM customers ORDER BY CAST(source_id AS INTEGER)'
  expect(await rows(stored)).toEqual(seeds.map((seed) => [String(BigInt(seed))]))
})

test('stores and returns any text unchanged', async () => {
  const { load, rows } = await testWarehouse()
  const names = [
    "O'Brien",
    '"quoted"',
    'naïve ☕ 🍷',
    'ＡＢＣ\n\t',
    ' ',
    '%_\\',
    "'; DROP TABLE orders; --",
    'x'.repeat(5000),
  ]
  await load({ customers: names.map((name, index) => customerRow({ source_id: `c${index}`, name })) })
  const stored = await rows('SELECT name FROM customers ORDER BY source_id')
  expect(stored.flat()).toEqual(names)
})

test('empty text is stored as null, except in required columns', async () => {
  const { load, rows } = await testWarehouse()
  await load({ orders: [orderRow({ order_number: '', customer_name: '', state: '' })] })
  expect(await rows('SELECT order_number, customer_name, state FROM orders')).toEqual([['', null, null]])
})

test('a load whose append failed cannot be committed, not even the rows before the wrong one', async () => {
  const { warehouse, rows } = await testWarehouse()
  const request = { accountId: 1, serviceId: 's1', batchId: 'b', calendar: { timeZone: 'UTC' }, mode: 'merge' } as const
  const load = await warehouse.beginLoad(request)
  await load.append('customers', [customerRow()])
  await expect(load.append('customers', [customerRow({ birth: 'soon' })])).rejects.toThrow(Failure)
  await expect(load.commit()).rejects.toThrow(Failure)
  expect(await rows('SELECT count(*) FROM customers')).toEqual([[0]])
})

test('returns values of every length and kind from loads of several chunks, absent ones as null', async () => {
  const { load, rows } = await testWarehouse()
  const ids = Array.from({ length: 5000 }, (_, index) => index)
  const unlessThird = <Value>(id: number, value: Value) => (id % 3 === 0 ? null : value)
  const customers = ids.map((id) =>
    customerRow({
      source_id: `c${id}`,
      name: unlessThird(id, `${'ab'.repeat(id % 17).slice(0, id % 30)}${id % 5 === 0 ? 'é' : ''}`),
      birth: unlessThird(id + 1, new Date(-1e12 + id * 86_400_000).toISOString().slice(0, 10)),
      since: unlessThird(id, -1e12 + id * 1000),
      lifetime_value_seed: unlessThird(id + 2, id % 2 ? -id * 1e9 : id),
    }),
  )
  await load({ customers })
  const stored = await rows(`
    SELECT source_id, name, birth::VARCHAR, epoch_ms(since_utc), lifetime_value_seed FROM customers
    ORDER BY substr(source_id, 2)::INTEGER`)
  expect(stored).toEqual(
    customers.map((row) => [row.source_id, row.name || null, row.birth, row.since, row.lifetime_value_seed]),
  )
})

test('rows staged by SQL are loaded like appended ones', async () => {
  const { warehouse, rows } = await testWarehouse()
  const request = {
    accountId: 1,
    serviceId: 's1',
    batchId: 'sql',
    calendar: { timeZone: 'UTC' },
    mode: 'merge',
  } as const
  const load = await warehouse.beginLoad(request)
  const clubs = await load.stagingTable('clubs')
  await load.run((connection) => connection.run(`INSERT INTO ${clubs} VALUES ('k1', 'Reserve', NULL, 'utc')`))
  expect(await load.commit()).toMatchObject({ changed: true, counts: { clubs: 1 } })
  expect(await rows('SELECT service_id, source_id, name FROM clubs')).toEqual([['s1', 'k1', 'Reserve']])
})

test('removing a service takes its rows from every table and raises the data version once', async () => {
  const { load, warehouse, rows } = await testWarehouse()
  await load(twoOrders)
  await load(twoOrders, { serviceId: 's2' })
  expect(await warehouse.removeService(1, 's1')).toMatchObject({ changed: true, dataVersion: 3 })
  expect(await warehouse.removeService(1, 's1')).toMatchObject({ changed: false, dataVersion: 3 })
  expect(await rows('SELECT DISTINCT service_id FROM order_lines')).toEqual([['s2']])
})

test('concurrent loads are both applied, one after the other', async () => {
  const { load, warehouse, rows } = await testWarehouse()
  const ids = Array.from({ length: 6 }, (_, index) => `o${index}`)
  await Promise.all(
    ids.map((id) => load({ orders: [orderRow({ source_id: id })], order_lines: [lineRow({ order_source_id: id })] })),
  )
  expect(await rows('SELECT count(*), sum(net_sales)::BIGINT FROM orders')).toEqual([[6, 6000]])
  expect((await warehouse.status(1)).dataVersion).toBe(6)
})

test('the status survives a restart', async () => {
  const { load, warehouse, dataDir } = await testWarehouse()
  expect(await warehouse.status(1)).toEqual({ dataVersion: 0, loadedAt: null })
  const before = Date.now()
  await load(twoOrders)
  await warehouse.close()
  const { warehouse: reopened } = await testWarehouse({ dataDir })
  const { dataVersion, loadedAt } = await reopened.status(1)
  expect(dataVersion).toBe(1)
  expect(loadedAt).toBeGreaterThanOrEqual(before)
})
