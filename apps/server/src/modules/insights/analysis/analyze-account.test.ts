import { afterAll, expect, test } from 'vitest'
import type { InsightDetail, InsightList } from '#contract/insights.ts'
import type { NotificationSummary } from '#contract/notifications.ts'
import { unsourcedNumbers } from '#insights/language/digit-checker.ts'
import { periodText } from '#insights/language/format.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import { sendDigest } from '../digest/send-digest.ts'
import { sampleInsights } from '../insights.fixture.ts'
import { startModel } from '../model/lying-model.fixture.ts'
import { rephraseNew } from '../model/rephrase.ts'
import { readSettings } from '../store/settings.repo.ts'
import { analyzeAccount } from './analyze-account.ts'

const model = await startModel((sentences) =>
  JSON.stringify(sentences.map((sentence) => `${sentence} That is 42 more.`)),
)
const t = await testApp({ env: { RATE_LIMITS: 'off', CONNECTOR_ALLOW_PRIVATE: '1' }, analyzesLoads: true })
afterAll(() => model.close())
const { member, result } = await sampleInsights(t)
const { accountId } = member
let { token } = member
const signal = AbortSignal.timeout(120_000)
const DAY = 86_400_000
/** Timeout in milliseconds of a test with an analysis run on a busy machine. */
const LONG = 120_000

/** Advances the clock by one day and signs in again. */
const nextDay = async (): Promise<void> => {
  t.clock.advance(DAY)
  token = (await t.signIn(member.email, member.password)).access_token
}

const listed = async (query = ''): Promise<InsightList> =>
  (await t.call('GET', `/insight${query}`, { token })).json<InsightList>()
const detail = async (id: string): Promise<InsightDetail> =>
  (await t.call('GET', `/insight/${id}`, { token })).json<InsightDetail>()

test('skips an analysis of unchanged data', async () => {
  expect(await analyzeAccount(t.deps, accountId, signal)).toBeNull()
})

test(
  'reports each insight once, and at most three per day',
  async () => {
    const before = await listed('?pageSize=500')
    await nextDay()
    const next = await analyzeAccount(t.deps, accountId, signal)
    expect(next?.added.length).toBeLessThanOrEqual(3)
    const keys = (await listed('?pageSize=500')).items.map(({ title, period }) => JSON.stringify([title, period]))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBe(before.total + (next?.added.length ?? 0))
  },
  LONG,
)

test('notifies readers of new insights once per run', async () => {
  const notifications = (await t.call('GET', '/notification', { token })).json<NotificationSummary[]>()
  const received = notifications.filter(({ kind }) => kind === 'insight')
  expect(received.length).toBeGreaterThan(0)
  expect(received.length).toBeLessThanOrEqual(2)
})

test('security F26: keeps figures unchanged when the model invents figures', async () => {
  const saved = await t.call('PUT', '/insight/settings', {
    token,
    body: {
      kinds: ['anomaly', 'releaseOutlook', 'lapsingCustomers', 'stockRunway'],
      sensitivity: 'balanced',
      cadence: 'daily',
      recipients: [member.userId],
      mayLeave: [],
      model: { url: model.url, name: 'fake', key: 'sk-secret' },
    },
  })
  expect(saved.json()).toMatchObject({ model: { url: model.url, hasKey: true } })
  expect(saved.body).not.toContain('sk-secret')
  await rephraseNew(t.deps, { ...result, chosen: await readSettings(t.deps.db, accountId) }, signal)
  expect(model.requests.length).toBe(result.added.length)
  expect(model.requests[0]?.authorization).toBe('Bearer sk-secret')
  for (const { insightId } of (await listed()).items) {
    const { sentences, unusual, advice, figures, isRephrased, subject, period, series } = await detail(insightId)
    expect(isRephrased).toBe(false)
    const text = [...sentences, unusual ?? '', ...advice].join(' ')
    const reader = { culture: 'en-US', currency: 'USD' }
    const { facts } = await unscoped(t.deps.db)
      .selectFrom('insights')
      .select('facts')
      .where('id', '=', insightId)
      .executeTakeFirstOrThrow()
    const compared = 'comparedWith' in facts.insight ? [facts.insight.comparedWith] : []
    const days = [period, ...compared, ...series.flatMap(({ points }) => points)]
    const periods = days.map((one) => periodText(one, reader))
    const phrases = [...figures.map((figure) => figure.text), subject.label, ...periods]
    expect(unsourcedNumbers(text, phrases)).toEqual([])
  }
})

test(
  'sends the digest once a day to the chosen recipients and channels, with the figures of the reports',
  async () => {
    await nextDay()
    const slack = { format: 'slack', name: '#team', url: 'http://127.0.0.1:9/services/x', events: ['digest.sent'] }
    await t.call('POST', '/webhooks', { token, body: slack })
    const next = await analyzeAccount(t.deps, accountId, signal)
    if (next === null) throw new Error('There was a new day')
    await sendDigest(t.deps, next, signal)
    await sendDigest(t.deps, next, signal)
    const briefs = (await t.mails()).filter(({ text }) => text?.includes('Good morning'))
    expect(briefs).toHaveLength(1)
    const [line] =
      /Net sales on Thursday, June 18, 2026: \$[\d,.]+ from \d+ orders?\./.exec(briefs[0]?.text ?? '') ?? []
    const posted = await unscoped(t.deps.db).selectFrom('webhook_deliveries').select('payload').execute()
    expect(posted.map(({ payload }) => payload.includes(line ?? '-'))).toEqual([true])
  },
  LONG,
)
