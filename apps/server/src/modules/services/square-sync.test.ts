import { afterAll, expect, test } from 'vitest'
import { startSquareFake } from '#connectors/square/square-fake.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import { testClock } from '#testkit/test-clock.ts'
import { platformCalls } from './platform-sync.fixture.ts'

const ORDERS = 20_000
const CHANGES = 50

const clock = testClock()
const fake = await startSquareFake({ orders: ORDERS, now: () => clock.now() })
afterAll(() => fake.server.close())

const t = await testApp({
  clock,
  env: {
    RATE_LIMITS: 'off',
    CONNECTOR_ALLOW_PRIVATE: '1',
    TIME_SCALE: '5000',
    SQUARE_URL: `${fake.server.url}${fake.basePath}`,
  },
})
const { connect, sync, expectRows } = platformCalls(t)

test(`Square: a winery of ${ORDERS} orders is in the warehouse as it is, and again after changes and refunds`, async () => {
  const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const { id } = await connect(member, 'square', fake)
  expect(await sync(member, id)).toMatchObject({ status: 'succeeded', isFull: true, errors: [] })
  await expectRows(member, id, fake.expected())
  clock.advance(600_000)
  for (let change = 0; change < CHANGES; change += 1) fake.change()
  expect(await sync(member, id)).toMatchObject({ status: 'succeeded', isFull: false })
  await expectRows(member, id, fake.expected())
}, 300_000)
