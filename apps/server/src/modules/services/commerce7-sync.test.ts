import { afterAll, expect, test } from 'vitest'
import { FAKE_SECRETS, FAKE_SETTINGS, startFakeCommerce7 } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery } from '#connectors/commerce7/winery.fixture.ts'
import { volume } from '#testkit/lane.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { platformCalls } from './platform-sync.fixture.ts'

const ORDERS = volume({ normal: 60, full: 20_000 })
const CHANGES = volume({ normal: 20, full: 50 })

const clock = testClock()
const winery = createWinery({ orders: ORDERS, now: () => clock.now() })
const fake = await startFakeCommerce7({ store: winery.store, now: () => clock.now() })
afterAll(() => fake.server.close())

const t = await testApp({
  clock,
  env: {
    RATE_LIMITS: 'off',
    CONNECTOR_ALLOW_PRIVATE: '1',
    TIME_SCALE: '5000',
    COMMERCE7_URL: `${fake.server.url}/v1`,
  },
})
const { connect, sync, serviceOf, expectRows, expectMonthlyTotals } = platformCalls(t)
const platform = { settings: FAKE_SETTINGS, secrets: FAKE_SECRETS, expected: () => winery.rows() }

test(`Commerce7: syncs a winery of ${ORDERS} orders exactly, also after changes, deletions and refunds`, async () => {
  const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const { id } = await connect(member, 'commerce7', platform)
  const first = await sync(member, id)
  expect(first).toMatchObject({ status: 'succeeded', isFull: true, errors: [], counts: { rejected: 0 } })
  await expectRows(member, id, platform.expected())
  const given = platform.expected().flatMap(({ table, row }) => (table === 'orders' ? [row] : []))
  const paid = given.filter(({ payment_status }) => payment_status === 'paid')
  expect(first.controlTotals?.rows.orders).toBe(given.length)
  expect(first.controlTotals?.currencies).toMatchObject([
    {
      currency: 'USD',
      refunds: given.filter(({ is_refund }) => is_refund).length,
      total: paid.reduce((sum, { total }) => sum + total, 0) / 100,
    },
  ])
  expect(await serviceOf(member, id)).toMatchObject({ state: 'idle', problem: null, lastSyncUtc: expect.any(String) })

  clock.advance(600_000)
  winery.change(CHANGES)
  const second = await sync(member, id)
  expect(second).toMatchObject({ status: 'succeeded', isFull: false })
  expect(second.counts.orders).toBeLessThan(2_000)
  await expectRows(member, id, platform.expected())
  await expectMonthlyTotals(member, id)
}, 300_000)
