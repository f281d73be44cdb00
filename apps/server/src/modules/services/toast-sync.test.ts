import { afterAll, expect, test } from 'vitest'
import { startFakeToast } from '#connectors/toast/fake/fake-toast.fixture.ts'
import { volume } from '#testkit/lane.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { platformCalls } from './platform-sync.fixture.ts'

const ORDERS = volume({ normal: 60, full: 2_000 })

const clock = testClock()
// Some refunds are of orders of an earlier month.
const fake = await startFakeToast({ orders: ORDERS, days: 60, now: () => clock.now() })
afterAll(() => fake.server.close())

const t = await testApp({
  clock,
  env: { RATE_LIMITS: 'off', CONNECTOR_ALLOW_PRIVATE: '1', TIME_SCALE: '5000', TOAST_URL: fake.server.url },
})
const { connect, sync, expectRows, expectMonthlyTotals } = platformCalls(t)
const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
const { id } = await connect(member, 'toast', fake)

test(`Toast: syncs ${ORDERS} orders exactly, also after changes, voids, deletions and refunds, with one token`, async () => {
  expect(await sync(member, id)).toMatchObject({
    status: 'succeeded',
    isFull: true,
    errors: [],
    counts: { rejected: 0 },
  })
  await expectRows(member, id, fake.expected())
  clock.advance(600_000)
  fake.change()
  expect(await sync(member, id)).toMatchObject({ status: 'succeeded', isFull: false })
  await expectRows(member, id, fake.expected(), { costsChanged: true })
  expect(fake.server.calls.filter(({ path }) => path.endsWith('/login'))).toHaveLength(1)
}, 600_000)

test('Toast: matches the monthly totals of Toast in every month', () => expectMonthlyTotals(member, id), 600_000)
