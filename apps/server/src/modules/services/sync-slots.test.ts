import { afterAll, expect, test } from 'vitest'
import { FAKE_SECRETS, FAKE_SETTINGS, startFakeCommerce7 } from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery } from '#connectors/commerce7/winery.fixture.ts'
import { startSquareFake } from '#connectors/square/square-fake.fixture.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import { platformCalls } from './platform-sync.fixture.ts'

/** Syncs at a time. */
const SYNCS_PER_PLATFORM = 6
const SYNCS_PER_ACCOUNT = 3

const clock = testClock()
const now = () => clock.now()
const commerce7 = await startFakeCommerce7({ store: createWinery({ orders: 20, now }).store, now })
const square = await startSquareFake({ orders: 20, now })
afterAll(async () => {
  await commerce7.server.close()
  await square.server.close()
})
const t = await testApp({
  clock,
  runsJobs: false,
  env: {
    RATE_LIMITS: 'off',
    CONNECTOR_ALLOW_PRIVATE: '1',
    TIME_SCALE: '5000',
    COMMERCE7_URL: `${commerce7.server.url}/v1`,
    SQUARE_URL: square.server.url,
  },
})
const { connect, start, ended, serviceOf } = platformCalls(t)

test('F12: a platform that hangs holds only its own slots: the sync of another platform succeeds', async () => {
  commerce7.server.failNext('hang', { times: 1_000 })
  const hanging = { settings: FAKE_SETTINGS, secrets: FAKE_SECRETS, expected: () => [] }
  const states = []
  for (let tenant = 0; tenant < SYNCS_PER_PLATFORM + 1; tenant += 1) {
    const member = await t.register()
    const { id } = await connect(member, 'commerce7', hanging)
    await start(member, id)
    states.push(async () => (await serviceOf(member, id)).lastRun?.status)
  }
  const other = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const { id } = await connect(other, 'square', square)
  const runId = await start(other, id)
  await t.startJobs()
  expect(await ended(other, id, runId)).toMatchObject({ status: 'succeeded' })
  const statuses = await Promise.all(states.map((status) => status()))
  expect(statuses.filter((status) => status === 'running')).toHaveLength(SYNCS_PER_PLATFORM)
  expect(statuses.filter((status) => status === 'queued')).toHaveLength(1)
})

test('an account whose services on a platform hang leaves half of the platform’s slots to others', async () => {
  commerce7.server.heal()
  square.server.failNext('hang', { times: 1_000, when: ({ headers }) => headers.authorization !== 'Bearer other' })
  const greedy = await t.register()
  const states: (() => Promise<string | undefined>)[] = []
  for (let number = 0; number < SYNCS_PER_PLATFORM; number += 1) {
    const { id } = await connect(greedy, 'square', square)
    await start(greedy, id)
    states.push(async () => (await serviceOf(greedy, id)).lastRun?.status)
  }
  const statusesOf = () => Promise.all(states.map((status) => status()))
  await expect
    .poll(async () => (await statusesOf()).filter((status) => status === 'running'))
    .toHaveLength(SYNCS_PER_ACCOUNT)
  const other = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const { id } = await connect(other, 'square', { ...square, secrets: { accessToken: 'other' } })
  // Its token is wrong, which shows that the sync was executed.
  expect(await ended(other, id, await start(other, id))).toMatchObject({ status: 'failed' })
  expect((await statusesOf()).filter((status) => status === 'running')).toHaveLength(SYNCS_PER_ACCOUNT)
})
