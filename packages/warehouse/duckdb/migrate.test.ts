import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { sample, volume } from '#testkit/lane.ts'
import type { SqlValue } from '../engine.ts'
import { readRows } from './connection.ts'
import { applyMigrations, createSchema, SCHEMA_VERSION } from './migrate.ts'
import { readClosedFile, writeOlderFile } from './older-file.fixture.ts'
import { accountPaths } from './paths.ts'
import { customerRow, lineRow, orderRow, productRow, reservationRow } from './sample-rows.fixture.ts'
import { everythingStored, temporaryFolder, testWarehouse } from './test-warehouse.fixture.ts'

const MIB = 1024 ** 2

const COLUMNS = `SELECT table_name, column_name, data_type, is_nullable, column_default FROM duckdb_columns()
  WHERE schema_name = 'main' AND NOT internal ORDER BY table_name`

const schemaAfter = async (create: typeof createSchema, order: string): Promise<SqlValue[][]> => {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  await create(connection)
  const rows = await readRows(connection, { sql: `${COLUMNS}, ${order}`, params: [] })
  const state =
    'SELECT (SELECT version FROM schema_version), (SELECT version FROM data_version), (SELECT version FROM visit_rules)'
  const versions = await readRows(connection, { sql: state, params: [] })
  connection.closeSync()
  instance.closeSync()
  return [...rows, ...versions]
}

test('a new file has the schema that all migrations from the first on lead to, in the same order', async () => {
  const migrated = await schemaAfter(applyMigrations, 'column_index')
  expect(migrated).toEqual(await schemaAfter(createSchema, 'column_index'))
  expect(migrated.at(-1)).toEqual([SCHEMA_VERSION, 0, 0])
})

/** Hand-written sums over the rows that a source gave, and what an upgraded file answers to the same. */
const SUMS: readonly (readonly [given: string, stored: string])[] = [
  [
    `SELECT count(*), sum(total) FILTER (WHERE payment_status = 'paid')::DOUBLE, sum(net_sales)::DOUBLE,
       count_if(payment_status = 'pending'), sum(total) FILTER (WHERE payment_status = 'pending')::DOUBLE FROM orders`,
    `SELECT sum(orders)::DOUBLE, sum(total)::DOUBLE, sum(net_sales)::DOUBLE, sum(open)::DOUBLE,
       sum(open_total)::DOUBLE FROM orders_by_day`,
  ],
  ...['orders_by_place', 'orders_by_team_member'].map(
    (rollup) =>
      [
        `SELECT count(*), sum(total) FILTER (WHERE payment_status = 'paid')::DOUBLE,
           sum(tax) FILTER (WHERE payment_status = 'paid')::DOUBLE, count_if(is_counted) FROM orders`,
        `SELECT sum(orders)::DOUBLE, sum(total)::DOUBLE, sum(tax)::DOUBLE, sum(counted)::DOUBLE FROM ${rollup}`,
      ] as const,
  ),
  [
    `SELECT CAST(ordered_local AS DATE)::VARCHAR, channel, count(*),
       sum(total) FILTER (WHERE payment_status = 'paid')::DOUBLE FROM orders GROUP BY 1, 2 ORDER BY 1, 2`,
    'SELECT day::VARCHAR, channel, sum(orders)::DOUBLE, sum(total)::DOUBLE FROM orders_by_day GROUP BY 1, 2 ORDER BY 1, 2',
  ],
  ...['lines_by_day', 'lines_by_brand', 'lines_by_category', 'lines_by_product'].map(
    (rollup) =>
      [
        `SELECT count(*), sum(net_sales)::DOUBLE, sum(quantity) FILTER (WHERE is_paid)::DOUBLE,
           count_if(is_paid AND quantity > 0) FROM order_lines`,
        `SELECT sum(lines)::DOUBLE, sum(net_sales)::DOUBLE, sum(paid_quantity)::DOUBLE, sum(sold_lines)::DOUBLE FROM ${rollup}`,
      ] as const,
  ),
  [
    `SELECT count(*), sum(quantity) FILTER (WHERE is_paid)::DOUBLE FROM order_lines l
     WHERE EXISTS (SELECT 1 FROM products p WHERE p.source_id = l.product_source_id)`,
    'SELECT sum(lines)::DOUBLE, sum(paid_quantity)::DOUBLE FROM lines_of_products',
  ],
  [
    `SELECT o.release_source_id, count_if(is_counted), count_if(payment_status = 'paid' AND fulfillment_status = 'partial'),
       (SELECT coalesce(sum(quantity), 0)::DOUBLE FROM order_lines l JOIN orders p ON p.source_id = l.order_source_id
        WHERE l.item_kind = 'wine' AND p.payment_status = 'paid' AND p.release_source_id = o.release_source_id)
     FROM orders o WHERE o.release_source_id IS NOT NULL GROUP BY 1 ORDER BY 1`,
    'SELECT release_source_id, counted, open, wine::DOUBLE FROM orders_by_release ORDER BY 1',
  ],
  [
    `SELECT count(*), sum(net_sales)::DOUBLE, count(DISTINCT customer_source_id), sum(c.lifetime_value_seed)::DOUBLE,
       count_if(c.source_id IS NOT NULL), sum(date_diff('day', DATE '1900-01-01', c.birth))::DOUBLE
     FROM orders o LEFT JOIN customers c ON c.source_id = o.customer_source_id`,
    `SELECT (SELECT sum(orders)::DOUBLE FROM orders_by_customer), (SELECT sum(net_sales)::DOUBLE FROM orders_by_customer),
       (SELECT count(*) FROM orders_by_customer), sum(customer_earlier_sales)::DOUBLE, count_if(has_customer),
       sum(date_diff('day', DATE '1900-01-01', customer_birth))::DOUBLE
     FROM orders`,
  ],
  [
    `SELECT count_if(payment_status = 'paid' AND fulfillment_status = 'partial'), count_if(compliance_status = 'APPROVED'),
       (SELECT count(*) FROM order_lines JOIN orders ON orders.source_id = order_source_id
        WHERE item_kind = 'wine' AND payment_status = 'paid') FROM orders`,
    "SELECT count_if(is_awaiting), count_if(compliance = 'approved'), sum(wine_count)::DOUBLE FROM orders",
  ],
  [
    `SELECT count(*), count_if(orders = 2), sum(days)::DOUBLE, sum(date_diff('day', DATE '1900-01-01', first))::DOUBLE
     FROM (SELECT count(*) AS orders, min(ordered_local)::DATE AS first,
             date_diff('day', min(ordered_local)::DATE, max(ordered_local)::DATE) AS days
           FROM orders WHERE is_counted GROUP BY customer_source_id)`,
    `SELECT count_if(prior_orders = 0), count_if(prior_orders = 1), sum(days_since_order)::DOUBLE,
       (sum(date_diff('day', DATE '1900-01-01', first_order)) FILTER (WHERE prior_orders = 0))::DOUBLE
     FROM orders WHERE is_counted`,
  ],
  [
    `SELECT sum(p.cost * l.quantity)::DOUBLE, sum(l.net_sales) FILTER (WHERE p.cost IS NOT NULL)::DOUBLE,
       sum(l.net_sales) FILTER (WHERE p.cost IS NULL)::DOUBLE
     FROM order_lines l LEFT JOIN products p ON p.source_id = l.product_source_id`,
    `SELECT sum(cost_of_goods)::DOUBLE, sum(costed_sales)::DOUBLE, sum(uncosted_sales)::DOUBLE FROM orders
     WHERE (SELECT sum(cost_of_goods) FROM order_lines) = (SELECT sum(cost_of_goods) FROM orders)`,
  ],
]

const given = (file: string) =>
  readClosedFile(
    file,
    SUMS.map(([sql]) => sql),
  )

const LINES = volume({ normal: 120_000, full: 2_000_000 })

test.each(sample([1, 5], 1))(
  `opens a file of version %i with ${LINES} lines under the smallest memory limit, every row and sum kept`,
  { timeout: 600_000 },
  async (version) => {
    const dataDir = await temporaryFolder()
    const { file } = accountPaths(dataDir, 1)
    await writeOlderFile({ file, version, lines: LINES })
    const before = await given(file)
    // Room for one file with the smallest limit.
    const { warehouse, rows } = await testWarehouse({ dataDir, memoryBudget: 64 * MIB, maxWaitMs: 600_000 })
    expect(await warehouse.status(1)).toMatchObject({ dataVersion: 1, timeZone: 'America/Los_Angeles' })
    for (const [index, [sql, stored]] of SUMS.entries()) expect(await rows(stored), sql).toEqual(before[index])
  },
)

/** What releases wrote that disagree with the migrations of the same version. */
const VARIANTS: readonly { readonly release: string; readonly version: number; readonly changes: readonly string[] }[] =
  [
    { release: 'without sums', version: 1, changes: [] },
    { release: 'sums without sold lines', version: 2, changes: [] },
    {
      release: 'visit rules as the third step',
      version: 4,
      changes: ['ALTER TABLE orders DROP COLUMN wine_count', 'UPDATE schema_version SET version = 3'],
    },
    { release: 'wine count as the third step', version: 3, changes: [] },
    { release: 'visit rules as the fourth step', version: 4, changes: [] },
    { release: 'sums by customer', version: 5, changes: [] },
    {
      release: 'repeated columns of customers only',
      version: 6,
      changes: [
        'DROP TABLE lines_of_products',
        'DROP TABLE orders_by_release',
        'ALTER TABLE order_lines DROP COLUMN has_product',
        'ALTER TABLE orders DROP COLUMN is_awaiting',
        'ALTER TABLE orders DROP COLUMN compliance',
      ],
    },
    { release: 'all repeated columns', version: 6, changes: [] },
  ]

test.each(sample(VARIANTS, 3))(
  'upgrades a file of version $version ($release) to the current schema and sums',
  async ({ version, changes }) => {
    const dataDir = await temporaryFolder()
    const { file } = accountPaths(dataDir, 1)
    await writeOlderFile({ file, version, lines: 600, changes })
    const before = await given(file)
    const { warehouse, rows } = await testWarehouse({ dataDir })
    for (const [index, [sql, stored]] of SUMS.entries()) expect(await rows(stored), sql).toEqual(before[index])
    await warehouse.close()
    const [columns = []] = await readClosedFile(file, [`${COLUMNS}, column_name`])
    expect(columns).toEqual((await schemaAfter(createSchema, 'column_name')).slice(0, -1))
  },
)

test('migrates a file of the previous release with its rows, then adds inferred rows', async () => {
  const dataDir = await temporaryFolder()
  const before = await testWarehouse({ dataDir }, () => undefined)
  await before.load({
    orders: [orderRow()],
    order_lines: [lineRow({ sku: 'FLIGHT' })],
    reservations: [reservationRow({ order_source_id: 'o9' })],
  })
  await before.warehouse.withConnection(1, async (connection) => {
    const later = ['visit_rules', 'tasting_products', 'excluded_experiences', 'signup_products']
    for (const table of [...later, 'lines_of_products', 'orders_by_customer'])
      await connection.run(`DROP TABLE ${table}`)
    for (const table of ['reservations', 'memberships'])
      await connection.run(`ALTER TABLE ${table} DROP COLUMN order_line_source_id`)
    await connection.run('UPDATE schema_version SET version = 2')
  })
  await before.warehouse.close()
  const { warehouse, rows } = await testWarehouse({ dataDir })
  const rules = {
    version: 1,
    tastingProducts: [{ sku: 'FLIGHT', guestsPerUnit: 3 }],
    excludedExperiences: [],
    signupProducts: [],
  }
  expect(await warehouse.changeVisitRules(1, rules)).toMatchObject({ changed: true, dataVersion: 2 })
  expect(await rows('SELECT source_id, guests FROM reservations ORDER BY 1')).toEqual([
    ['r1', 2],
    ['sku:o1/1', 3],
  ])
})

test.each(sample([4, 5], 1))(
  'migrates a file of schema %i, which lacks denormalized columns and some rollups',
  async (version) => {
    const dataDir = await temporaryFolder()
    const before = await testWarehouse({ dataDir }, () => undefined)
    await before.load({
      orders: [
        orderRow({ customer_source_id: 'c1', compliance_status: 'VOID', release_source_id: 'r1' }),
        orderRow({ source_id: 'o2', customer_source_id: 'nobody' }),
      ],
      products: [productRow({ source_id: 'p1', cost: 250 })],
      order_lines: [lineRow({ amount: 700, product_source_id: 'p1' }), lineRow({ order_source_id: 'o2', amount: 300 })],
      customers: [customerRow({ source_id: 'c1', birth: '1970-02-28', lifetime_value_seed: 5000, currency: 'USD' })],
    })
    const stored = await everythingStored((sql) => before.rows(sql))
    await before.warehouse.withConnection(1, async (connection) => {
      for (const sums of ['orders_by_customer', 'orders_by_release', 'lines_of_products'])
        await connection.run(`DROP TABLE ${sums}`)
      if (version === 5) await connection.run('CREATE TABLE orders_by_customer (service_id VARCHAR, net_sales BIGINT)')
      for (const column of ['has_product', 'cost', 'product_cost', 'cost_of_goods'])
        await connection.run(`ALTER TABLE order_lines DROP COLUMN ${column}`)
      for (const column of [
        'is_awaiting',
        'compliance',
        'has_customer',
        'customer_birth',
        'customer_earlier_sales',
        ...['prior_orders', 'first_order', 'days_since_order'],
        'team_member_source_id',
        'location',
        'cost_of_goods',
        'costed_sales',
        'uncosted_sales',
      ])
        await connection.run(`ALTER TABLE orders DROP COLUMN ${column}`)
      for (const table of ['orders', 'order_lines', 'customers', 'products'])
        await connection.run(`ALTER TABLE ${table} DROP COLUMN custom`)
      await connection.run('ALTER TABLE customers DROP COLUMN customer_group')
      for (const table of ['orders', 'customers', 'memberships', 'reservations'])
        for (const column of ['customer_service_id', 'customer_id'])
          await connection.run(`ALTER TABLE ${table} DROP COLUMN ${column}`)
      await connection.run('UPDATE schema_version SET version = $1', [version])
    })
    await before.warehouse.close()
    const after = await testWarehouse({ dataDir })
    expect(await everythingStored((sql) => after.rows(sql))).toEqual(stored)
    expect(
      await after.rows('SELECT customer_id, net_sales, has_customer, earlier_sales FROM orders_by_customer ORDER BY 1'),
    ).toEqual([
      ['c1', 700, true, 5000],
      ['nobody', 300, false, null],
    ])
  },
)
