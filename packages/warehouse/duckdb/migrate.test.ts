import { expect, test } from 'vitest'
import { lineRow, orderRow, reservationRow } from './sample-rows.fixture.ts'
import { temporaryFolder, testWarehouse } from './test-warehouse.fixture.ts'

test('a file of the release before knows no made rows: it is brought forward with its rows, and then makes them', async () => {
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
