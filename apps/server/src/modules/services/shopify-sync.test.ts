import { afterAll, expect, test } from 'vitest'
import { startFakeShopify } from '#connectors/shopify/fake/fake-shopify.fixture.ts'
import { createShopifyWinery } from '#connectors/shopify/fake/winery.fixture.ts'
import { volume } from '#testkit/lane.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { platformCalls } from './platform-sync.fixture.ts'

/** Enough for many pages and several loads per table; the Commerce7 test covers 20,000 rows. */
const ORDERS = volume({ normal: 150, full: 6_000 })
/** The number of orders added, changed and refunded, and of customers changed. */
const CHANGES = volume({ normal: 17, full: 170 })
const MINUTE_MS = 60_000

const clock = testClock()
const winery = createShopifyWinery({ orders: ORDERS, until: clock.now() - MINUTE_MS })
const fake = await startFakeShopify({ winery, now: () => clock.now() })
afterAll(() => fake.server.close())

const t = await testApp({
  clock,
  env: { RATE_LIMITS: 'off', CONNECTOR_ALLOW_PRIVATE: '1', TIME_SCALE: '5000', SHOPIFY_URL: fake.server.url },
})
const { connect, sync, serviceOf, expectRows, expectMonthlyTotals } = platformCalls(t)
const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
const { id } = await connect(member, 'shopify', {
  settings: fake.settings,
  secrets: fake.secrets,
  expected: () => winery.rows(),
})

test(`Shopify: syncs a winery of ${ORDERS} orders exactly, also after changes and refunds`, async () => {
  const first = await sync(member, id)
  expect(first).toMatchObject({ status: 'succeeded', isFull: true, errors: [], counts: { rejected: 0 } })
  await expectRows(member, id, winery.rows())
  expect(await serviceOf(member, id)).toMatchObject({ state: 'idle', problem: null, lastSyncUtc: expect.any(String) })

  clock.advance(10 * MINUTE_MS)
  winery.change(fake.now(), CHANGES)
  const second = await sync(member, id)
  expect(second).toMatchObject({ status: 'succeeded', isFull: false })
  expect(second.counts.orders).toBeLessThan(2_000)
  await expectRows(member, id, winery.rows())
}, 300_000)

test('Shopify: removes deleted orders with the next full read', async () => {
  for (const order of winery.orders.slice(ORDERS / 12, ORDERS / 12 + 20)) winery.deleteOrder(order)
  expect(await sync(member, id, true)).toMatchObject({ status: 'succeeded', isFull: true })
  await expectRows(member, id, winery.rows())
}, 300_000)

test('Shopify: matches the monthly totals of Shopify in every month', () => expectMonthlyTotals(member, id), 600_000)
