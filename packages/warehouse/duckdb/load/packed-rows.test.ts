import { expect, test } from 'vitest'
import { CANONICAL_TABLES, type CanonicalTable, type TableSpec } from '#domain/canonical/tables.ts'
import type { LoadRequest } from '../../engine.ts'
import { packRows, type RowsByTable } from '../../schema/packed-rows.ts'
import type { DuckDbLoad } from '../duckdb-warehouse.ts'
import { customerRow, lineRow, orderRow } from '../sample-rows.fixture.ts'
import { testWarehouse } from '../test-warehouse.fixture.ts'

const REQUEST: LoadRequest = {
  accountId: 1,
  serviceId: 's1',
  batchId: 'b',
  calendar: { timeZone: 'America/Los_Angeles' },
  mode: 'merge',
}

/** Values that a column of each kind may hold; null among them where it need not have one. */
const VALUES = {
  text: ['a', 'Château “d’Yquem” 🍷', 'it\'s "quoted" \\ \n', 'nul\0byte', ' '],
  integer: [0, 1, -2_147_483_647, 2_147_483_647],
  boolean: [true, false],
  date: ['1970-01-01', '1899-12-31', '2024-02-29'],
  quantity: [0, 1, -0.5, 1.0005, 0.1, 99_999_999.999],
  money: [0, -1, 12_345, 9_007_199_254_740_991],
  price: [0, 12.35, -0.0001, 1.00005],
  instant: [0, 1_741_089_600_123, -1],
} as const

/** Rows with every column filled from `VALUES`, all of one kind of time. */
const variedRows = (table: CanonicalTable, rows: number, basis: 'utc' | 'local'): object[] => {
  const { columns }: TableSpec = CANONICAL_TABLES[table]
  const given = Object.entries(columns).filter(([, { derived }]) => derived !== true)
  return Array.from({ length: rows }, (_, row) => ({
    source_id: `${table}-${row}`,
    source_updated: row % 3 === 0 ? null : 1_741_089_600_000 + row,
    time_basis: basis,
    ...Object.fromEntries(
      given.map(([name, { kind, required }], column) => {
        const isLocal = kind === 'instant' && basis === 'local'
        const values: readonly unknown[] = isLocal ? ['2025-03-09 02:30:00', '2024-12-31 23:59:59'] : VALUES[kind]
        const isEmpty = required !== true && (row + column) % 4 === 0
        // Every fifth column is the same in all rows.
        return [name, isEmpty ? null : values[column % 5 === 0 ? 0 : (row + column) % values.length]]
      }),
    ),
  }))
}

const stagedBy = async (tables: readonly CanonicalTable[], fill: (load: DuckDbLoad) => Promise<void>) => {
  const { warehouse } = await testWarehouse()
  const load = await warehouse.beginLoad(REQUEST)
  await fill(load)
  await load.controlTotals()
  const staged = []
  for (const table of tables) {
    const name = await load.stagingTable(table)
    const reader = await load.run((connection) => connection.runAndReadAll(`SELECT * FROM ${name} ORDER BY source_id`))
    staged.push(reader.getRowsJson())
  }
  await load.discard()
  return staged
}

test('packed rows are staged as appended ones: every column of every table, with and without values', async () => {
  const tables = Object.keys(CANONICAL_TABLES) as CanonicalTable[]
  const rows = (basis: 'utc' | 'local') =>
    Object.fromEntries(tables.map((table) => [table, variedRows(table, 23, basis)])) as RowsByTable
  for (const basis of ['utc', 'local'] as const) {
    const given = rows(basis)
    const appended = await stagedBy(tables, async (load) => {
      for (const table of tables) await load.append(table, given[table] as never)
    })
    const packed = await stagedBy(tables, (load) => load.appendPacked([packRows(given)]))
    expect(packed).toEqual(appended)
    expect(packed.map(({ length }) => length)).toEqual(tables.map(() => 23))
  }
})

test('a column may be the same in one batch, differ in the next, and be left out of a third', async () => {
  const batches: RowsByTable[] = [
    { customers: [customerRow({ source_id: 'a', city: 'Napa' }), customerRow({ source_id: 'b', city: 'Napa' })] },
    { customers: [customerRow({ source_id: 'c', city: 'Sonoma' }), customerRow({ source_id: 'd', city: null })] },
    { customers: [customerRow({ source_id: 'e', city: null })], orders: [orderRow({ source_id: 'o' })] },
    {},
  ]
  const [customers, orders] = await stagedBy(['customers', 'orders'], (load) =>
    load.appendPacked(batches.map((batch) => packRows(batch))),
  )
  expect(customers?.map(([id, ...others]) => [id, others.includes('Napa'), others.includes('Sonoma')])).toEqual([
    ['a', true, false],
    ['b', true, false],
    ['c', false, true],
    ['d', false, false],
    ['e', false, false],
  ])
  expect(orders).toHaveLength(1)
})

test('of two versions the later one counts, in whatever way they came', async () => {
  const { warehouse, rows } = await testWarehouse()
  const version = (name: string): RowsByTable => ({ customers: [customerRow({ source_id: 'c1', name })] })
  const load = await warehouse.beginLoad(REQUEST)
  await load.append('customers', [...(version('first').customers ?? [])])
  const many = Array.from({ length: 5_000 }, (_, index) => customerRow({ source_id: `x${index}` }))
  await load.appendPacked([version('second'), { customers: many }, version('third')].map((batch) => packRows(batch)))
  await load.appendPacked([packRows(version('fourth'))])
  await load.append('customers', [...(version('last').customers ?? [])])
  await load.commit()
  expect(await rows("SELECT name FROM customers WHERE source_id = 'c1'")).toEqual([['last']])
  const packedOnly = await warehouse.beginLoad({ ...REQUEST, batchId: 'c' })
  await packedOnly.appendPacked(
    [version('fifth'), { customers: many }, version('sixth')].map((batch) => packRows(batch)),
  )
  await packedOnly.commit()
  expect(await rows("SELECT name FROM customers WHERE source_id = 'c1'")).toEqual([['sixth']])
})

test('a batch of 16 MB fits into the memory of a small account', async () => {
  const { warehouse, rows } = await testWarehouse()
  const load = await warehouse.beginLoad(REQUEST)
  const title = 'x'.repeat(1_000)
  const lines = Array.from({ length: 15_000 }, (_, index) =>
    lineRow({ order_source_id: `o${index % 500}`, line_number: index, product_title: `${index}${title}` }),
  )
  const orders = Array.from({ length: 500 }, (_, index) => orderRow({ source_id: `o${index}` }))
  await load.appendPacked([packRows({ orders, order_lines: lines })])
  await load.commit()
  expect(await rows('SELECT count(*)::INTEGER, max(length(product_title))::INTEGER FROM order_lines')).toEqual([
    [15_000, 1_005],
  ])
})

test('a damaged batch fails its load', async () => {
  const { warehouse } = await testWarehouse()
  const load = await warehouse.beginLoad(REQUEST)
  const { tables, content } = packRows({ customers: [customerRow({ source_id: 'c1' })] })
  await expect(load.appendPacked([{ tables, content: content.slice(0, -3) }])).rejects.toThrow()
  await expect(load.commit()).rejects.toThrow()
})
