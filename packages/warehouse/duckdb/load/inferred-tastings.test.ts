import { expect, test } from 'vitest'
import { sample } from '#testkit/lane.ts'
import type { VisitRules } from '../../engine.ts'
import type { Batch } from '../load-batch.fixture.ts'
import { lineRow, membershipRow, orderRow, reservationRow } from '../sample-rows.fixture.ts'
import { testWarehouse } from '../test-warehouse.fixture.ts'

/** 12:30 of that day in Los Angeles, in summer */
const day = (dayOfMay: number): number => Date.UTC(2026, 4, dayOfMay, 19, 30)

const RULES: VisitRules = {
  version: 1,
  tastingProducts: [
    { sku: 'FLIGHT', guestsPerUnit: 1 },
    { sku: 'TOUR', guestsPerUnit: 4 },
  ],
  excludedExperiences: ['Harvest dinner'],
  signupProducts: [],
}
const ruled = { visitRules: RULES }

const tasting = (changes: Parameters<typeof lineRow>[0] = {}) =>
  lineRow({
    sku: 'FLIGHT',
    product_title: 'Estate Flight',
    item_kind: 'tasting',
    quantity: 2,
    amount: 5000,
    ...changes,
  })
const bought = (changes: Parameters<typeof orderRow>[0] = {}, ...lines: readonly ReturnType<typeof lineRow>[]) => ({
  orders: [orderRow({ ordered: day(4), customer_source_id: 'c1', team_member: 'Ana', ...changes })],
  order_lines: lines.length === 0 ? [tasting()] : lines,
})
const refund = (quantity: number, changes: Parameters<typeof orderRow>[0] = {}): Batch => ({
  orders: [
    orderRow({ source_id: 'back', ordered: day(6), is_refund: true, refund_of_source_id: 'o1', total: -1, ...changes }),
  ],
  order_lines: [tasting({ order_source_id: 'back', quantity, amount: -2500 })],
})
const both = (...batches: readonly Batch[]): Batch => ({
  orders: batches.flatMap(({ orders = [] }) => orders),
  order_lines: batches.flatMap(({ order_lines = [] }) => order_lines),
  reservations: batches.flatMap(({ reservations = [] }) => reservations),
})
const booking = (changes: Parameters<typeof reservationRow>[0] = {}): Batch => ({
  reservations: [reservationRow({ reserved: day(4), customer_source_id: 'c1', ...changes })],
})

const INFERRED_TASTINGS =
  'SELECT source_id, guests FROM reservations WHERE order_line_source_id IS NOT NULL ORDER BY source_id'

const CASES: [string, Batch, readonly (readonly unknown[])[]][] = [
  ['a line of the product', bought(), [['sku:o1/1', 2]]],
  ['a product that is no tasting', bought({}, lineRow({ sku: 'PN' })), []],
  ['a SKU in other letters', bought({}, tasting({ sku: 'flight' })), []],
  ['a SKU with spaces around it', bought({}, tasting({ sku: ' FLIGHT ' })), [['sku:o1/1', 2]]],
  ['a line without SKU', bought({}, tasting({ sku: null })), []],
  ['a unit for four', bought({}, tasting({ sku: 'TOUR', quantity: 3 })), [['sku:o1/1', 12]]],
  ['half a unit for four', bought({}, tasting({ sku: 'TOUR', quantity: 0.5 })), [['sku:o1/1', 2]]],
  ['less than half a guest', bought({}, tasting({ quantity: 0.4 })), []],
  ['a quantity that nobody meant', bought({}, tasting({ quantity: 10 ** 9 })), [['sku:o1/1', 100_000]]],
  ['an order that is not paid', bought({ payment_status: 'pending' }), []],
  [
    'two lines',
    bought({}, tasting(), tasting({ line_number: 2, sku: 'TOUR', quantity: 1 })),
    [
      ['sku:o1/1', 2],
      ['sku:o1/2', 4],
    ],
  ],
  ['a refund of one guest', both(bought(), refund(-1)), [['sku:o1/1', 1]]],
  ['a refund whose quantity is positive', both(bought(), refund(1)), [['sku:o1/1', 1]]],
  ['a refund of money alone', both(bought(), refund(0)), [['sku:o1/1', 2]]],
  ['a refund of everything', both(bought(), refund(-2)), []],
  ['a refund of more than everything', both(bought(), refund(-5)), []],
  ['a refund that was not paid out', both(bought(), refund(-2, { payment_status: 'cancelled' })), [['sku:o1/1', 2]]],
  ['a refund of another order', both(bought(), refund(-2, { refund_of_source_id: 'o9' })), [['sku:o1/1', 2]]],
  [
    'a refund of one of two lines removes the last one',
    both(bought({}, tasting(), tasting({ line_number: 2 })), refund(-3)),
    [['sku:o1/1', 1]],
  ],
  [
    'a line that is taken back in its own order',
    bought({}, tasting(), tasting({ line_number: 2, quantity: -1 })),
    [['sku:o1/1', 1]],
  ],
  ['a reservation that names the order', both(bought(), booking({ order_source_id: 'o1', reserved: day(9) })), []],
  [
    'a reservation that names it and was canceled',
    both(bought(), booking({ order_source_id: 'o1', status: 'cancelled' })),
    [],
  ],
  ['an order of a booking vendor', bought({ external_vendor: 'Tock' }), []],
  ['an order of a booking vendor, written otherwise', bought({ external_vendor: 'Cellar-Pass Inc.' }), []],
  ['an order of a vendor whose name only ends so', bought({ external_vendor: 'Winestock' }), [['sku:o1/1', 2]]],
  ['a visit of the customer on the day', both(bought(), booking()), []],
  ['a visit of the customer on another day', both(bought(), booking({ reserved: day(5) })), [['sku:o1/1', 2]]],
  ['a visit of another customer', both(bought(), booking({ customer_source_id: 'c2' })), [['sku:o1/1', 2]]],
  ['a visit that did not take place', both(bought(), booking({ status: 'no_show' })), [['sku:o1/1', 2]]],
  ['a dinner of the customer on the day', both(bought(), booking({ experience: 'Harvest dinner' })), [['sku:o1/1', 2]]],
  ['a source that uses the very id', both(bought(), booking({ source_id: 'sku:o1/1', customer_source_id: 'c9' })), []],
]

test.each(sample(CASES, 8))('infers visits from tasting products: %s', async (_, batch, expected) => {
  const { load, rows } = await testWarehouse()
  await load(batch, ruled)
  expect(await rows(INFERRED_TASTINGS)).toEqual(expected)
})

test("an inferred visit has its order's customer, team member and service, and derives like others", async () => {
  const { load, rows } = await testWarehouse()
  const batch = bought({}, tasting(), lineRow({ line_number: 2, quantity: 1, amount: 4000 }))
  await load({ ...batch, memberships: [membershipRow({ signup: day(4) })] }, { ...ruled, serviceId: 's7' })
  expect(
    await rows(`SELECT service_id, source_id, order_line_source_id, experience, status, guests, customer_source_id,
      team_member, order_source_id, reserved_local::VARCHAR FROM reservations`),
  ).toEqual([['s7', 'sku:o1/1', 'o1/1', 'Estate Flight', 'closed_out', 2, 'c1', 'Ana', 'o1', '2026-05-04 12:30:00']])
  expect(
    await rows('SELECT is_visit, tasters, bottle_guests, club_signups, revenue, currency FROM reservations'),
  ).toEqual([[true, 2, 2, 1, 9000, 'USD']])
})

test('an excluded experience keeps its reservation and loses its visit', async () => {
  const { load, rows } = await testWarehouse()
  await load(booking({ experience: 'Harvest dinner', guests: 3 }), ruled)
  await load({ reservations: [reservationRow({ source_id: 'r2', experience: null, guests: 5 })] }, ruled)
  expect(await rows('SELECT guests, is_visit, tasters FROM reservations ORDER BY source_id')).toEqual([
    [3, false, 0],
    [5, true, 5],
  ])
})

test('infers nothing without rules', async () => {
  const { load, rows } = await testWarehouse()
  await load(bought())
  expect(await rows('SELECT count(*) FROM reservations')).toEqual([[0]])
})

test('a change of rules adds, changes and removes visits in one version, and the same rules change nothing', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  await load(both(bought(), booking({ source_id: 'dinner', customer_source_id: 'c8', experience: 'Harvest dinner' })))
  expect(await warehouse.changeVisitRules(1, RULES)).toMatchObject({ changed: true, dataVersion: 2 })
  expect(await rows('SELECT source_id, is_visit FROM reservations ORDER BY 1')).toEqual([
    ['dinner', false],
    ['sku:o1/1', true],
  ])
  expect(await warehouse.changeVisitRules(1, { ...RULES, version: 2 })).toMatchObject({
    changed: false,
    dataVersion: 2,
  })
  const dearer = { ...RULES, version: 3, tastingProducts: [{ sku: 'FLIGHT', guestsPerUnit: 3 }] }
  expect(await warehouse.changeVisitRules(1, dearer)).toMatchObject({ changed: true, dataVersion: 3 })
  expect(await rows(INFERRED_TASTINGS)).toEqual([['sku:o1/1', 6]])
  const none = { ...RULES, version: 4, tastingProducts: [], excludedExperiences: [] }
  expect(await warehouse.changeVisitRules(1, none)).toMatchObject({ changed: true, dataVersion: 4 })
  expect(await rows('SELECT source_id, is_visit FROM reservations')).toEqual([['dinner', true]])
})

test('a load that began under older rules does not restore them, one under newer rules applies them', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  await load(bought(), ruled)
  await warehouse.changeVisitRules(1, { ...RULES, version: 2, tastingProducts: [{ sku: 'FLIGHT', guestsPerUnit: 5 }] })
  await load({ orders: [orderRow({ source_id: 'o2' })] }, ruled)
  expect(await rows(INFERRED_TASTINGS)).toEqual([['sku:o1/1', 10]])
  await load({ orders: [orderRow({ source_id: 'o2', tip: 1 })] }, { visitRules: { ...RULES, version: 3 } })
  expect(await rows(INFERRED_TASTINGS)).toEqual([['sku:o1/1', 2]])
  await load({ orders: [orderRow({ source_id: 'o2', tip: 2 })] })
  expect(await rows(INFERRED_TASTINGS)).toEqual([['sku:o1/1', 2]])
})

test('the first load of an account applies rules that were set before it', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  expect(await warehouse.changeVisitRules(1, RULES)).toMatchObject({ changed: false, dataVersion: 0 })
  await load(bought(), ruled)
  expect(await rows(INFERRED_TASTINGS)).toEqual([['sku:o1/1', 2]])
})

test('inferred visits follow later loads, and do not count as rows of a source', async () => {
  const { load, rows } = await testWarehouse()
  const first = await load(bought(), ruled)
  expect(first.counts).toEqual({ orders: 1, order_lines: 1 })
  expect(await load(bought(), ruled)).toMatchObject({ changed: false, dataVersion: 1 })
  await load(bought({ ordered: day(8) }, tasting({ quantity: 7 })), ruled)
  expect(await rows('SELECT guests, reserved_local::DATE::VARCHAR, tasters FROM reservations')).toEqual([
    [7, '2026-05-08', 7],
  ])
  // The reservations that are given in full contain none of the inferred ones.
  await load(
    { ...bought({}, tasting()), ...booking({ source_id: 'r9', customer_source_id: 'c9' }) },
    { ...ruled, mode: 'replace' },
  )
  expect(await rows('SELECT source_id FROM reservations ORDER BY 1')).toEqual([['r9'], ['sku:o1/1']])
  await load(booking({ source_id: 'r1', order_source_id: 'o1' }), ruled)
  expect(await rows('SELECT source_id FROM reservations ORDER BY 1')).toEqual([['r1'], ['r9']])
  await load(bought(), { ...ruled, mode: 'replace' })
  expect(await rows('SELECT source_id, is_visit FROM reservations')).toEqual([['sku:o1/1', true]])
  await load({ orders: [] }, { ...ruled, mode: 'replace' })
  expect(await rows('SELECT count(*) FROM reservations')).toEqual([[0]])
})

test('inferred visits follow a change of zone, as their orders do', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  const wall = {
    source_id: 'wall',
    time_basis: 'local',
    ordered: '2026-07-01 06:30:00',
    customer_source_id: null,
  } as const
  await load(
    both(bought({ ordered: Date.UTC(2026, 6, 1, 6, 30) }), bought(wall, tasting({ order_source_id: 'wall' }))),
    ruled,
  )
  const times = `SELECT reserved_utc::VARCHAR, reserved_local::VARCHAR FROM reservations ORDER BY source_id`
  expect(await rows(times)).toEqual([
    ['2026-07-01 06:30:00', '2026-06-30 23:30:00'],
    ['2026-07-01 13:30:00', '2026-07-01 06:30:00'],
  ])
  await warehouse.changeCalendar(1, { timeZone: 'UTC' })
  expect(await rows(times)).toEqual([
    ['2026-07-01 06:30:00', '2026-07-01 06:30:00'],
    ['2026-07-01 06:30:00', '2026-07-01 06:30:00'],
  ])
})

test('infers visits in each service from its own orders, and removes them with it', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  await load(bought(), ruled)
  await load(bought({}, tasting({ quantity: 1 })), { ...ruled, serviceId: 's2' })
  expect(await rows('SELECT service_id, guests FROM reservations ORDER BY 1')).toEqual([
    ['s1', 2],
    ['s2', 1],
  ])
  await warehouse.removeService(1, 's1')
  expect(await rows('SELECT service_id, guests FROM reservations')).toEqual([['s2', 1]])
})
