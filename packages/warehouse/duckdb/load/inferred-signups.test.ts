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
  tastingProducts: [],
  excludedExperiences: [],
  signupProducts: [{ sku: 'JOIN', clubName: 'Estate Club' }],
}
const ruled = { visitRules: RULES }

const signup = (changes: Parameters<typeof lineRow>[0] = {}) =>
  lineRow({ sku: 'JOIN', item_kind: 'club_fee', amount: 0, ...changes })
const joined = (changes: Parameters<typeof orderRow>[0] = {}, line = signup()): Batch => ({
  orders: [
    orderRow({
      ordered: day(4),
      customer_source_id: 'c1',
      customer_name: 'Lee',
      team_member: 'Ana',
      team_member_source_id: 't1',
      ...changes,
    }),
  ],
  order_lines: [line],
})
const refund = (id: string, quantity: number, dayOfMay: number): Batch => ({
  orders: [orderRow({ source_id: id, ordered: day(dayOfMay), is_refund: true, refund_of_source_id: 'o1' })],
  order_lines: [signup({ order_source_id: id, quantity })],
})
const both = (...batches: readonly Batch[]): Batch => ({
  orders: batches.flatMap(({ orders = [] }) => orders),
  order_lines: batches.flatMap(({ order_lines = [] }) => order_lines),
})

const INFERRED_SIGNUPS =
  'SELECT source_id, status, cancelled_local::DATE::VARCHAR FROM memberships WHERE order_line_source_id IS NOT NULL'
const ACTIVE = [['sku:o1/1', 'active', null]]

const CASES: [string, Batch, readonly (readonly unknown[])[]][] = [
  ['a paid line', joined(), ACTIVE],
  ['an order that is not paid', joined({ payment_status: 'authorized' }), []],
  ['another product', joined({}, signup({ sku: 'PN' })), []],
  ['two units: one membership', joined({}, signup({ quantity: 2 })), ACTIVE],
  ['a refund', both(joined(), refund('back', -1, 9)), [['sku:o1/1', 'cancelled', '2026-05-09']]],
  ['a refund of one of two units', both(joined({}, signup({ quantity: 2 })), refund('back', -1, 9)), ACTIVE],
  [
    'refunds of both units: cancelled with the later one',
    both(joined({}, signup({ quantity: 2 })), refund('back', -1, 9), refund('again', -1, 11)),
    [['sku:o1/1', 'cancelled', '2026-05-11']],
  ],
]

test.each(sample(CASES, 5))('infers memberships from signup products: %s', async (_, batch, expected) => {
  const { load, rows } = await testWarehouse()
  await load(batch, ruled)
  expect(await rows(INFERRED_SIGNUPS)).toEqual(expected)
})

test('an inferred membership has the club of its rule and the customer, time and team member of its order', async () => {
  const { load, rows } = await testWarehouse()
  await load(joined(), ruled)
  expect(
    await rows(`SELECT club_name, customer_source_id, customer_name, team_member, team_member_source_id, signup_local::VARCHAR,
      signup_utc::VARCHAR, order_line_source_id FROM memberships`),
  ).toEqual([['Estate Club', 'c1', 'Lee', 'Ana', 't1', '2026-05-04 12:30:00', '2026-05-04 19:30:00', 'o1/1']])
})

test('infers no memberships for a service that provides them, and infers them again once it stops', async () => {
  const { load, rows } = await testWarehouse()
  await load(joined(), ruled)
  await load({ memberships: [membershipRow({ source_id: 'm1', customer_source_id: 'c1' })] }, ruled)
  expect(await rows('SELECT source_id FROM memberships')).toEqual([['m1']])
  await load({ ...joined(), memberships: [] }, { ...ruled, mode: 'replace' })
  expect(await rows(INFERRED_SIGNUPS)).toEqual(ACTIVE)
  await load(joined(), { ...ruled, serviceId: 's2' })
  await load({ memberships: [membershipRow({ source_id: 'm1' })] }, ruled)
  expect(await rows('SELECT service_id, source_id FROM memberships ORDER BY 1')).toEqual([
    ['s1', 'm1'],
    ['s2', 'sku:o1/1'],
  ])
})

test("an inferred membership counts as signup of that day's visit, and makes its customer a member afterwards", async () => {
  const { load, rows } = await testWarehouse()
  const visit = (id: string, dayOfMay: number) =>
    reservationRow({ source_id: id, reserved: day(dayOfMay), customer_source_id: 'c1', guests: 2 })
  await load({ ...joined(), reservations: [visit('joins', 4), visit('returns', 6)] }, ruled)
  expect(await rows('SELECT source_id, club_signups, tasters FROM reservations ORDER BY 1')).toEqual([
    ['joins', 1, 2],
    ['returns', 0, 0],
  ])
})

test('a club that is renamed or left out changes or takes away its memberships', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  await load(joined(), ruled)
  await warehouse.changeVisitRules(1, { ...RULES, version: 2, signupProducts: [{ sku: 'JOIN', clubName: 'Cellar' }] })
  expect(await rows('SELECT club_name FROM memberships')).toEqual([['Cellar']])
  expect(await warehouse.changeVisitRules(1, { ...RULES, version: 3, signupProducts: [] })).toMatchObject({
    changed: true,
    dataVersion: 3,
  })
  expect(await rows('SELECT count(*) FROM memberships')).toEqual([[0]])
})
