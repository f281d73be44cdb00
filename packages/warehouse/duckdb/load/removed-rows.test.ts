import { expect, test } from 'vitest'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { sample } from '#testkit/lane.ts'
import type { Batch, BatchLeaving } from '../load-batch.fixture.ts'
import { customerRow, lineRow, membershipRow, orderRow, reservationRow } from '../sample-rows.fixture.ts'
import { filledFile, type TestWarehouse, testWarehouse } from '../test-warehouse.fixture.ts'
import { expectCurrentRollups } from './rollups.fixture.ts'

const absent = { source_updated: null, time_basis: 'utc' } as const

const hold = (source_id: string, membership_source_id: string): CanonicalRecord<'membership_holds'> => ({
  ...absent,
  source_id,
  membership_source_id,
  start: '2026-05-01',
  end: null,
  reason: null,
})

const release = (source_id: string): CanonicalRecord<'club_releases'> => ({
  ...absent,
  source_id,
  name: source_id,
  club_source_id: null,
  club_name: null,
  released: Date.UTC(2026, 4, 4, 20),
})

const member = (source_id: string, release_source_id: string): CanonicalRecord<'release_members'> => ({
  ...absent,
  source_id,
  release_source_id,
  membership_source_id: 'm1',
  status: 'processed',
  order_source_id: null,
})

const stored: Batch = {
  orders: [
    orderRow({ source_id: 'o1', ordered: Date.parse('2026-05-04T20:00:00Z'), customer_source_id: 'c1' }),
    orderRow({ source_id: 'o2', ordered: Date.parse('2026-05-05T20:00:00Z') }),
  ],
  order_lines: [
    lineRow({ order_source_id: 'o1', line_number: 1, amount: 1000 }),
    lineRow({ order_source_id: 'o1', line_number: 2, amount: 2000 }),
    lineRow({ order_source_id: 'o2', line_number: 1, amount: 4000 }),
    lineRow({ order_source_id: 'o3', line_number: 1, amount: 8000 }),
  ],
  customers: [customerRow({ source_id: 'c1' }), customerRow({ source_id: 'c2' })],
  memberships: [membershipRow({ source_id: 'm1' }), membershipRow({ source_id: 'm2', customer_source_id: 'c2' })],
  membership_holds: [hold('h1', 'm1'), hold('h2', 'm1'), hold('h3', 'm2'), hold('h4', 'm9')],
  club_releases: [release('r1'), release('r2')],
  release_members: [member('r1/m1', 'r1'), member('r2/m1', 'r2')],
  reservations: [reservationRow({ source_id: 'v1', customer_source_id: 'c1', order_source_id: 'o1' })],
}

const IDS = `SELECT string_agg(source_id, ' ' ORDER BY source_id) FROM`

const readIds = async ({ rows }: TestWarehouse, table: string, serviceId = 's1') =>
  (await rows(`${IDS} ${table} WHERE service_id = $1`, [serviceId]))[0]?.[0] ?? ''

const template = await filledFile(async ({ load }) => {
  await load(stored, { batchId: 'first' })
  await load(stored, { batchId: 'second', serviceId: 's2' })
})
const filled = () => testWarehouse({ template })

test.each<[string, Batch, BatchLeaving, string, string]>(
  sample<[string, Batch, BatchLeaving, string, string]>(
    [
      ['an order that is removed takes its lines', {}, { remove: { orders: ['o1'] } }, 'order_lines', 'o2/1 o3/1'],
      ['an order that is removed is gone', {}, { remove: { orders: ['o1', 'unknown'] } }, 'orders', 'o2'],
      [
        'lines whose order never came go with its id',
        {},
        { remove: { orders: ['o3'] } },
        'order_lines',
        'o1/1 o1/2 o2/1',
      ],
      ['a line that is removed leaves its order', {}, { remove: { order_lines: ['o1/1'] } }, 'orders', 'o1 o2'],
      ['a line that is removed is gone', {}, { remove: { order_lines: ['o1/1'] } }, 'order_lines', 'o1/2 o2/1 o3/1'],
      ['orders that are not retained go', {}, { retain: { orders: ['o2'] } }, 'orders', 'o2'],
      ['their lines go with them', {}, { retain: { orders: ['o2'] } }, 'order_lines', 'o2/1'],
      [
        'an order that is given need not be named',
        { orders: [orderRow({ source_id: 'o1' })], order_lines: [lineRow({ order_source_id: 'o1' })] },
        { retain: { orders: [] } },
        'order_lines',
        'o1/1',
      ],
      [
        'a row that is given is not gone, whatever is said of it',
        { customers: [customerRow({ source_id: 'c1', name: 'Back' })] },
        { remove: { customers: ['c1', 'c2'] } },
        'customers',
        'c1',
      ],
      ['customers that are not retained go', {}, { retain: { customers: ['c2'] } }, 'customers', 'c2'],
      ['nothing retained and nothing given empties a table', {}, { retain: { customers: [] } }, 'customers', ''],
      ['a membership takes its holds', {}, { remove: { memberships: ['m1'] } }, 'membership_holds', 'h3 h4'],
      [
        'a membership that is not retained takes its holds',
        {},
        { retain: { memberships: ['m1'] } },
        'membership_holds',
        'h1 h2 h4',
      ],
      ['a release takes its members', {}, { remove: { club_releases: ['r1'] } }, 'release_members', 'r2/m1'],
      [
        'a membership given with all its holds replaces them',
        { memberships: [membershipRow({ source_id: 'm1' })], membership_holds: [hold('h2', 'm1')] },
        { replaceWithin: ['membership_holds'] },
        'membership_holds',
        'h2 h3 h4',
      ],
      [
        'a membership given without holds has none any more',
        { memberships: [membershipRow({ source_id: 'm1' })] },
        { replaceWithin: ['membership_holds'] },
        'membership_holds',
        'h3 h4',
      ],
      [
        'without a word about holds those of a given membership stay',
        { memberships: [membershipRow({ source_id: 'm1', status: 'cancelled' })] },
        {},
        'membership_holds',
        'h1 h2 h3 h4',
      ],
      [
        'members of a given release are replaced',
        { club_releases: [release('r1')], release_members: [member('r1/m7', 'r1')] },
        { replaceWithin: ['release_members'] },
        'release_members',
        'r1/m7 r2/m1',
      ],
    ],
    5,
  ),
)('%s', async (_rule, batch, leaving, table, left) => {
  const warehouse = await filled()
  await warehouse.load(batch, {}, leaving)
  expect(await readIds(warehouse, table)).toBe(left)
})

const TABLES = ['orders', 'order_lines', 'customers', 'memberships', 'membership_holds', 'release_members']

test('rows of another service with the same ids stay', async () => {
  const warehouse = await filled()
  const before = await Promise.all(TABLES.map((table) => readIds(warehouse, table, 's2')))
  await warehouse.load({}, {}, { remove: { orders: ['o1'], memberships: ['m1'] }, retain: { customers: [] } })
  expect(await Promise.all(TABLES.map((table) => readIds(warehouse, table, 's2')))).toEqual(before)
})

test('recomputes what derives from removed rows, and the sums of their days', async () => {
  const warehouse = await filled()
  const revenue = () => warehouse.rows("SELECT revenue FROM reservations WHERE service_id = 's1'")
  expect(await revenue()).toEqual([[3000]])
  await warehouse.load({}, {}, { remove: { order_lines: ['o1/2'] } })
  expect(
    await warehouse.rows("SELECT net_sales, item_count FROM orders WHERE service_id = 's1' AND source_id = 'o1'"),
  ).toEqual([[1000, 1]])
  expect(await revenue()).toEqual([[1000]])
  await warehouse.load({}, {}, { remove: { orders: ['o1'] } })
  expect(await revenue()).toEqual([[0]])
  await expectCurrentRollups(warehouse)
})

test('removing unknown rows or retaining all rows changes nothing', async () => {
  const warehouse = await filled()
  const all = { orders: ['o1', 'o2', 'o3'], customers: ['c1', 'c2'], memberships: ['m1', 'm2'] }
  const outcome = await warehouse.load({}, {}, { remove: { orders: ['o8'], products: ['p1'] }, retain: all })
  expect(outcome).toMatchObject({ changed: false, dataVersion: 2 })
})

test('a first load may remove rows that never existed', async () => {
  const warehouse = await testWarehouse()
  await warehouse.load(
    stored,
    {},
    { remove: { orders: ['o8'] }, retain: { customers: ['c1'] }, replaceWithin: ['membership_holds'] },
  )
  expect(await readIds(warehouse, 'customers')).toBe('c1 c2')
})
