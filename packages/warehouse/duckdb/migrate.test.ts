import { expect, test } from 'vitest'
import { customerRow, lineRow, orderRow, productRow, reservationRow } from './sample-rows.fixture.ts'
import { everythingStored, temporaryFolder, testWarehouse } from './test-warehouse.fixture.ts'

test('migrates a file of the previous release with its rows, then adds inferred rows', async () => {
  const dataDir = await temporaryFolder()
  const before = await testWarehouse({ dataDir }, () => undefined)
  await before.load({
    orders: [orderRow()],
    order_lines: [lineRow({ sku: 'FLIGHT' })],
    reservations: [reservationRow({ order_source_id: 'o9' })],
  })
  await before.warehouse.withConnection(1, async (connection) => {
    for (const table of ['visit_rules', 'tasting_products', 'excluded_experiences', 'signup_products'])
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

test.each([4, 5])(
  'migrates a file of schema %i, which lacks denormalized columns and some rollups',
  async (version) => {
    const dataDir = await temporaryFolder()
    const before = await testWarehouse({ dataDir }, () => undefined)
    await before.load({
      orders: [
        orderRow({ customer_source_id: 'c1', compliance_status: 'VOID', release_source_id: 'r1' }),
        orderRow({ source_id: 'o2', customer_source_id: 'nobody' }),
      ],
      products: [productRow({ source_id: 'p1' })],
      order_lines: [lineRow({ amount: 700, product_source_id: 'p1' }), lineRow({ order_source_id: 'o2', amount: 300 })],
      customers: [customerRow({ source_id: 'c1', birth: '1970-02-28', lifetime_value_seed: 5000, currency: 'USD' })],
    })
    const stored = await everythingStored((sql) => before.rows(sql))
    await before.warehouse.withConnection(1, async (connection) => {
      for (const sums of ['orders_by_customer', 'orders_by_release', 'lines_of_products'])
        await connection.run(`DROP TABLE ${sums}`)
      if (version === 5) await connection.run('CREATE TABLE orders_by_customer (service_id VARCHAR, net_sales BIGINT)')
      await connection.run('ALTER TABLE order_lines DROP COLUMN has_product')
      for (const column of ['is_awaiting', 'compliance', 'has_customer', 'customer_birth', 'customer_earlier_sales'])
        await connection.run(`ALTER TABLE orders DROP COLUMN ${column}`)
      await connection.run('UPDATE schema_version SET version = $1', [version])
    })
    await before.warehouse.close()
    const after = await testWarehouse({ dataDir })
    expect(await everythingStored((sql) => after.rows(sql))).toEqual(stored)
    expect(
      await after.rows(
        'SELECT customer_source_id, net_sales, has_customer, earlier_sales FROM orders_by_customer ORDER BY 1',
      ),
    ).toEqual([
      ['c1', 700, true, 5000],
      ['nobody', 300, false, null],
    ])
  },
)
