import { afterAll, expect, test } from 'vitest'
import { FAKE_SECRETS, FAKE_SETTINGS, startFakeWineDirect } from '#connectors/winedirect/fake-winedirect.fixture.ts'
import { createWinery } from '#connectors/winedirect/winery.fixture.ts'
import { volume } from '#testkit/lane.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { platformCalls } from './platform-sync.fixture.ts'

/** Enough for many pages and several loads per table; the Commerce7 test covers 20,000 rows. */
const ORDERS = volume({ normal: 60, full: 6_000 })
/** Number of days with orders. */
const DAYS = volume({ normal: 100, full: 1000 })
const CHANGES = volume({ normal: 20, full: 500 })

const clock = testClock()
const winery = createWinery({ orders: ORDERS, days: DAYS, now: () => clock.now() })
const fake = await startFakeWineDirect({ store: winery.store, now: () => clock.now() })
afterAll(() => fake.server.close())

const t = await testApp({
  clock,
  env: {
    RATE_LIMITS: 'off',
    CONNECTOR_ALLOW_PRIVATE: '1',
    TIME_SCALE: '5000',
    WINEDIRECT_URL: fake.server.url,
  },
})
const { connect, sync, serviceOf, expectRows, expectMonthlyTotals } = platformCalls(t)
const platform = { settings: FAKE_SETTINGS, secrets: FAKE_SECRETS, expected: () => winery.rows() }

const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
const { id } = await connect(member, 'winedirect', platform)

test(`WineDirect: syncs a winery of ${ORDERS} orders exactly, also after changes and refunds`, async () => {
  const first = await sync(member, id)
  expect(first).toMatchObject({ status: 'succeeded', isFull: true, errors: [], counts: { rejected: 0 } })
  await expectRows(member, id, platform.expected())
  expect(await serviceOf(member, id)).toMatchObject({ state: 'idle', problem: null, lastSyncUtc: expect.any(String) })

  clock.advance(600_000)
  winery.change(CHANGES)
  const second = await sync(member, id)
  expect(second).toMatchObject({ status: 'succeeded', isFull: false })
  expect(second.counts.orders).toBeLessThan(2_000)
  await expectRows(member, id, platform.expected())
}, 900_000)

test(
  'WineDirect: matches the monthly totals of WineDirect in every month',
  () => expectMonthlyTotals(member, id),
  600_000,
)
