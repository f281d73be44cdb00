import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { CredentialsRejected } from '../kit/platform-problems.ts'
import { setUpSync } from '../kit/sync-setup.fixture.ts'
import { createManualClock } from '../kit/test-connection.fixture.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { type FakeKlaviyoOptions, startFakeKlaviyo } from './fake-klaviyo.fixture.ts'
import { klaviyoConnector } from './klaviyo.connector.ts'
import { openKlaviyo } from './klaviyo-session.ts'

const REPORTS = '/api/campaign-values-reports'

const setUp = async (options: Partial<FakeKlaviyoOptions> = {}) => {
  const start = (now: () => number) => startFakeKlaviyo({ campaigns: 30, now, ...options })
  const shared = { cache: new Map<string, unknown>(), pace: createManualClock() }
  const setup = await setUpSync({ connector: klaviyoConnector, open: openKlaviyo, start }, shared)
  const { server } = setup.fake
  /** Reports that a sync asks for. */
  const syncReports = async (): Promise<string[]> => {
    server.calls.splice(0)
    await setup.sync()
    return server.calls.filter(({ path }) => path === REPORTS).map(({ body }) => body)
  }
  return { ...setup, syncReports }
}

test('the connection test shows the account and a sent campaign', async () => {
  const { connect } = await setUp()
  expect(await connect().session.test()).toEqual({
    name: 'Klaviyo Demo',
    timeZone: 'US/Eastern',
    currency: 'USD',
    warnings: [],
    samples: [{ label: 'Sent campaigns', value: 'Campaign 29' }],
  })
})

test('a wrong key is rejected', async () => {
  const { connect } = await setUp()
  await expect(connect({ secrets: { apiKey: 'pk_wrong' } }).session.test()).rejects.toThrow(CredentialsRejected)
})

test('a key without the scope for the account is named by the connection test', async () => {
  const { connect } = await setUp({ scopes: ['campaigns:read', 'metrics:read'] })
  const reason = 'The account can’t be read: the API key doesn’t have the scope accounts:read'
  await expect(connect().session.test()).rejects.toThrow(reason)
})

test.each([
  ['campaigns:read', 'Campaigns can’t be read: the API key doesn’t have the scope campaigns:read.'],
  ['metrics:read', 'Metrics can’t be read: the API key doesn’t have the scope metrics:read.'],
])('a key without the scope %s is named by the connection test and by the sync', async (missing, reason) => {
  const scopes = ['accounts:read', 'campaigns:read', 'metrics:read'].filter((scope) => scope !== missing)
  const { connect, sink } = await setUp({ scopes })
  expect(await connect().session.test()).toMatchObject({ warnings: [reason] })
  await sink.sync(connect().session)
  expect(sink.quarantined).toEqual([{ sourceId: null, field: null, reason }])
})

test('one report has the recipients of all campaigns of a page that were sent within a year', async () => {
  const { syncReports } = await setUp()
  expect(await syncReports()).toHaveLength(1)
})

test('recipients that are final are not asked for again', async () => {
  const { syncReports, clock, fake, sink } = await setUp()
  const before = fake.seeds.length
  await syncReports()
  expect(await syncReports()).toHaveLength(0)
  clock.now += DAY_MS
  fake.change()
  const [report, ...others] = await syncReports()
  expect(others).toEqual([])
  expect(report).toContain(fake.seeds[before - 1]?.id)
  expect(report).not.toContain(fake.seeds[0]?.id)
  expect(sink.rows()).toHaveLength(fake.expected().length)
})

test('reports wait for the limit a minute, and as long as Klaviyo asks', async () => {
  const { fake, sync } = await setUp({ campaigns: 240 })
  fake.server.failNext({ status: 429, headers: { 'retry-after': '20' } }, { when: ({ path }) => path === REPORTS })
  const { waits } = await sync()
  const reasons = new Set(waits.map(({ reason }) => reason))
  expect(reasons).toEqual(new Set(['The platform is limiting requests', 'The platform takes 2 calls in 60 seconds']))
})

describeConnector({
  connector: klaviyoConnector,
  open: openKlaviyo,
  documented: documentedAnswer,
  start: ({ records, now }) => startFakeKlaviyo({ campaigns: records === 'some' ? 240 : 0, now }),
})
