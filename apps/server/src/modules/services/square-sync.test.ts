import { afterAll, expect, test } from 'vitest'
import { startSquareFake } from '#connectors/square/square-fake.fixture.ts'
import { volume } from '#testkit/lane.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { platformCalls } from './platform-sync.fixture.ts'

/** Enough for many pages and several loads per table; the Commerce7 test covers 20,000 rows. */
const ORDERS = volume({ normal: 60, full: 6_000 })
const CHANGES = volume({ normal: 20, full: 500 })

const clock = testClock()
const fake = await startSquareFake({ orders: ORDERS, now: () => clock.now() })
afterAll(() => fake.server.close())

const t = await testApp({
  clock,
  env: { RATE_LIMITS: 'off', CONNECTOR_ALLOW_PRIVATE: '1', TIME_SCALE: '5000', SQUARE_URL: fake.server.url },
})
const { connect, sync, serviceOf, expectRows, expectMonthlyTotals } = platformCalls(t)
const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
const { id } = await connect(member, 'square', fake)

test(`Square: syncs a winery of ${ORDERS} orders exactly, also after changes, deletions and refunds`, async () => {
  const first = await sync(member, id)
  expect(first).toMatchObject({ status: 'succeeded', isFull: true, errors: [], counts: { rejected: 0 } })
  await expectRows(member, id, fake.expected())
  expect(await serviceOf(member, id)).toMatchObject({ state: 'idle', problem: null, lastSyncUtc: expect.any(String) })

  clock.advance(600_000)
  fake.change(CHANGES)
  const second = await sync(member, id)
  expect(second).toMatchObject({ status: 'succeeded', isFull: false })
  expect(second.counts.orders).toBeLessThan(2_000)
  await expectRows(member, id, fake.expected(), { costsChanged: true })
}, 600_000)

test('Square: matches the monthly totals of Square in every month', () => expectMonthlyTotals(member, id), 600_000)
