import { expect, test } from 'vitest'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { type StoredColumn, stagingColumns } from '../../schema/stored-columns.ts'
import type { DuckDbLoad } from '../duckdb-warehouse.ts'
import { testWarehouse } from '../test-warehouse.fixture.ts'

const ORDERS = 1_000_000
const LINES_PER_ORDER = 3
const CUSTOMERS = 200_000
const PRODUCTS = 300

/** SQL of the columns of row `i`; other texts are as long as in files, other amounts 0, other columns null. */
const VALUES: Partial<Record<CanonicalTable, Readonly<Record<string, string>>>> = {
  customers: { source_id: `'customer-' || i`, email: `'name' || i || '@winery.example'` },
  products: { source_id: `'product-' || i`, cost: '100 + i', currency: `'USD'`, item_kind: `'wine'` },
  orders: {
    source_id: `'order-' || i`,
    ordered_utc: `TIMESTAMP '2022-01-01' + INTERVAL 1 MINUTE * i`,
    payment_status: `'paid'`,
    currency: `'USD'`,
    channel: `(['pos', 'web', 'club'])[1 + i % 3]`,
    customer_source_id: `'customer-' || (i % ${CUSTOMERS})`,
    fulfillment_status: `'fulfilled'`,
  },
  order_lines: {
    source_id: `'line-' || i`,
    order_source_id: `'order-' || (i // ${LINES_PER_ORDER})`,
    product_source_id: `'product-' || (i % ${PRODUCTS})`,
    sku: `'SKU-' || (i % ${PRODUCTS})`,
    item_kind: `'wine'`,
    quantity: '2',
    amount: `1000 + i % 7`,
  },
}

const sqlOf = (table: CanonicalTable, { name, kind, required }: StoredColumn): string => {
  const given = VALUES[table]?.[name]
  if (given !== undefined) return given
  if (name === 'time_basis') return `'utc'`
  if (kind === 'boolean') return 'false'
  if (kind === 'text') return name.endsWith('_source_id') || name === 'custom' ? 'NULL' : `'${name} ' || (i % 4000)`
  return required && kind !== 'timestamp' ? '0' : 'NULL'
}

const stage = async (load: DuckDbLoad, table: CanonicalTable, [first, end]: readonly [number, number]) => {
  const staging = await load.stagingTable(table)
  const values = stagingColumns(table).map((column) => sqlOf(table, column))
  await load.run(async (connection) => {
    await connection.run(`INSERT INTO ${staging} SELECT ${values.join(', ')} FROM range(${first}, ${end}) AS rows(i)`)
  })
}

// The most threads that a default installation uses: each needs memory of its own.
test('a load of a million orders fits the memory of a load, as the first one and next to as many', {
  timeout: 600_000,
}, async () => {
  const { warehouse, rows } = await testWarehouse({ threads: 4, checkpointOnClose: true })
  const load = async (batchId: string, first: number, end: number) => {
    const request = { accountId: 1, serviceId: 's1', batchId, calendar: { timeZone: 'UTC' }, mode: 'merge' } as const
    const begun = await warehouse.beginLoad({ ...request, expectedRows: (end - first) * (1 + LINES_PER_ORDER) })
    await stage(begun, 'customers', [0, CUSTOMERS])
    await stage(begun, 'products', [0, PRODUCTS])
    await stage(begun, 'orders', [first, end])
    await stage(begun, 'order_lines', [first * LINES_PER_ORDER, end * LINES_PER_ORDER])
    return begun.commit()
  }
  for (const index of [1, 2]) {
    const end = index * ORDERS
    expect(await load(`b${index}`, end - ORDERS, end)).toMatchObject({ changed: true, counts: { orders: ORDERS } })
    expect(
      await rows('SELECT count(*), count(DISTINCT source_id), sum(net_sales), sum(cost_of_goods) FROM orders'),
    ).toEqual(
      await rows(
        `SELECT ${end}, ${end}, sum(1000 + i % 7), sum(2 * (100 + i % ${PRODUCTS})) FROM range(${end * LINES_PER_ORDER}) AS l(i)`,
      ),
    )
    expect(await rows('SELECT min(prior_orders), max(prior_orders), sum(prior_orders) FROM orders')).toEqual([
      [0, end / CUSTOMERS - 1, (CUSTOMERS * (end / CUSTOMERS) * (end / CUSTOMERS - 1)) / 2],
    ])
    expect(await rows('SELECT sum(orders), sum(net_sales) FROM orders_by_day')).toEqual(
      await rows('SELECT count(*), sum(net_sales) FROM orders'),
    )
  }
})
