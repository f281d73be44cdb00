import { afterAll, expect, test } from 'vitest'
import { startFakeBigCommerce } from '#connectors/bigcommerce/fake-bigcommerce.fixture.ts'
import { EVERY_CHANGE } from '#connectors/bigcommerce/winery.fixture.ts'
import { volume } from '#testkit/lane.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { platformCalls } from './platform-sync.fixture.ts'

const ORDERS = volume({ normal: 60, full: 6_000 })

const clock = testClock()
const fake = await startFakeBigCommerce({ orders: ORDERS, now: () => clock.now() })
afterAll(() => fake.server.close())

const t = await testApp({
  clock,
  env: { RATE_LIMITS: 'off', CONNECTOR_ALLOW_PRIVATE: '1', TIME_SCALE: '5000', BIGCOMMERCE_URL: fake.server.url },
})
const { connect, sync, serviceOf, expectRows, expectMonthlyTotals } = platformCalls(t)
const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
const { id } = await connect(member, 'bigcommerce', fake)

test(`BigCommerce: syncs a store of ${ORDERS} orders exactly, also after changes and refunds`, async () => {
  const first = await sync(member, id)
  expect(first).toMatchObject({ status: 'succeeded', isFull: true, errors: [], counts: { rejected: 0 } })
  await expectRows(member, id, fake.expected())
  expect(await serviceOf(member, id)).toMatchObject({ state: 'idle', problem: null, lastSyncUtc: expect.any(String) })

  clock.advance(600_000)
  fake.change(EVERY_CHANGE)
  const second = await sync(member, id)
  expect(second).toMatchObject({ status: 'succeeded', isFull: false })
  await expectRows(member, id, fake.expected(), { costsChanged: true })
}, 600_000)

test(
  'BigCommerce: matches the monthly totals of BigCommerce in every month',
  () => expectMonthlyTotals(member, id),
  600_000,
)

test('BigCommerce: a full sync removes archived orders with their refunds', async () => {
  for (const order of fake.winery.orders.slice(0, 30)) order.isDeleted = true
  expect(await sync(member, id, true)).toMatchObject({ status: 'succeeded', isFull: true })
  await expectRows(member, id, fake.expected(), { costsChanged: true })
}, 600_000)
