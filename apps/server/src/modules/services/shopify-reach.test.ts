import { afterAll, expect, test } from 'vitest'
import { startFakeShopify } from '#connectors/shopify/fake/fake-shopify.fixture.ts'
import { createShopifyWinery } from '#connectors/shopify/fake/winery.fixture.ts'
import { DAY_MS } from '#domain/clock.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { platformCalls } from './platform-sync.fixture.ts'

const clock = testClock()
const winery = createShopifyWinery({ orders: 40, spacingMs: 2 * DAY_MS, until: clock.now() - DAY_MS })
const fake = await startFakeShopify({ winery, now: () => clock.now() })
afterAll(() => fake.server.close())

const t = await testApp({
  clock,
  env: { RATE_LIMITS: 'off', CONNECTOR_ALLOW_PRIVATE: '1', TIME_SCALE: '5000', SHOPIFY_URL: fake.server.url },
})
const { connect, sync, expectRows } = platformCalls(t)

test('keeps orders that a shop no longer returns because of their age, and their later refunds', async () => {
  const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const { id } = await connect(member, 'shopify', {
    settings: fake.settings,
    secrets: fake.secrets,
    expected: () => winery.rows(),
  })
  const old = winery.orders.find(({ row, refunds }) => row.payment_status_raw === 'PAID' && refunds.length === 0)
  if (!old) throw new Error('The winery has no old order to take back')
  winery.takeBack(old, clock.now() - DAY_MS)
  await sync(member, id)
  await expectRows(member, id, winery.rows())

  fake.scopes.delete('read_all_orders')
  expect(await sync(member, id, true)).toMatchObject({ status: 'succeeded', isFull: true })
  await expectRows(member, id, winery.rows())

  const recent = winery.orders.at(-1)
  if (recent) winery.deleteOrder(recent)
  await sync(member, id, true)
  await expectRows(member, id, winery.rows())
})
