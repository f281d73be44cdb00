import { expect, vi } from 'vitest'
import type { InsightList, InsightSettingsChange } from '#contract/insights.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import { serviceCalls } from '../services/service-calls.fixture.ts'
import { insertInsight } from './some-facts.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, analyzesLoads: true })
const { test } = t
const member = await t.register()
const { token, accountId } = member

await insertInsight(t, accountId, 'one')
await insertInsight(t, accountId, 'two')

const list = async (query = '', as = token): Promise<InsightList> =>
  (await t.call('GET', `/insight${query}`, { token: as })).json<InsightList>()
const ids = ({ items }: InsightList): string[] => items.map(({ insightId }) => insightId).toSorted()

test('marks an insight as read for one user only, and removes it from the unread list', async () => {
  const answer = await t.call('PUT', '/insight/one/read', { token })
  expect([answer.statusCode, answer.json().read]).toEqual([200, true])
  expect(ids(await list('?unread=true'))).toEqual(['two'])
  expect(ids(await list('?unread=false'))).toEqual(['one'])
  expect((await list()).unread).toBe(1)
})

test('lists a dismissed insight as dismissed until it is restored', async () => {
  await t.call('POST', '/insight/two/dismiss', { token })
  expect([ids(await list()), ids(await list('?dismissed=true'))]).toEqual([['one'], ['two']])
  await t.call('POST', '/insight/two/restore', { token })
  expect(ids(await list())).toEqual(['one', 'two'])
})

test('stores, changes and withdraws feedback', async () => {
  for (const useful of [true, false, null]) {
    const answer = await t.call('POST', '/insight/one/feedback', { token, body: { useful } })
    expect(answer.json().useful).toBe(useful)
  }
})

test('filters the list by page and kind', async () => {
  const page = await list('?pageSize=1&page=2')
  expect([page.items.length, page.total]).toEqual([1, 2])
  expect((await list('?kind=forecast')).total).toBe(0)
  expect((await t.call('GET', '/insight?kind=rumour', { token })).statusCode).toBe(400)
})

test('returns 404 for insights of another account in every endpoint', async ({ member: other }) => {
  const calls = [
    ['GET', '/insight/one', undefined],
    ['PUT', '/insight/one/read', undefined],
    ['POST', '/insight/one/feedback', { useful: false }],
    ['POST', '/insight/one/dismiss', undefined],
    ['POST', '/insight/one/restore', undefined],
    ['PUT', '/insight/one/snooze', { until: null }],
    ['PUT', '/insight/one/assignee', { userId: null }],
    ['PUT', '/insight/one/done', { done: true }],
    ['PUT', '/insight/one/acted', { acted: true }],
    ['GET', '/insight/one/history', undefined],
  ] as const
  for (const [method, path, body] of calls) {
    const answer = await t.call(method, path, { token: other.token, ...(body ? { body } : {}) })
    expect([path, answer.statusCode, answer.json().errors?.[0].code]).toEqual([path, 404, 'insight.not_found'])
  }
  expect((await list('', other.token)).total).toBe(0)
})

const SETTINGS: InsightSettingsChange = {
  kinds: ['anomaly'],
  sensitivity: 'quiet',
  cadence: 'weekly',
  recipients: [member.userId],
  mayLeave: ['figures'],
  model: { url: 'https://model.example/v1', name: 'small', key: 'sk-secret' },
}

test('stores settings and never returns the model key', async () => {
  const saved = await t.call('PUT', '/insight/settings', { token, body: SETTINGS })
  expect(saved.statusCode, saved.body).toBe(200)
  const read = await t.call('GET', '/insight/settings', { token })
  expect(read.json()).toMatchObject({
    kinds: ['anomaly'],
    cadence: 'weekly',
    recipients: [member.userId],
    model: { url: 'https://model.example/v1', name: 'small', hasKey: true },
  })
  expect(read.body + saved.body).not.toContain('sk-secret')
})

test('keeps the key while its URL is unchanged, and deletes it with the URL', async () => {
  const { key: _, ...model } = SETTINGS.model
  const same = await t.call('PUT', '/insight/settings', { token, body: { ...SETTINGS, model } })
  expect(same.json().model.hasKey).toBe(true)
  const elsewhere = { ...SETTINGS, model: { ...model, url: 'https://other.example/v1' } }
  const moved = await t.call('PUT', '/insight/settings', { token, body: elsewhere })
  expect(moved.json().model.hasKey).toBe(false)
})

test.each([
  'http://127.0.0.1/v1',
  'http://169.254.169.254/latest',
  'http://localhost:11434/v1',
  'http://[::1]/v1',
  'http://10.1.2.3/v1',
])('security 33: rejects a model at %s', async (url) => {
  const body = { ...SETTINGS, model: { url, name: 'small' } }
  const answer = await t.call('PUT', '/insight/settings', { token, body })
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'insight.address_refused'])
})

test('rejects recipients outside the account', async ({ member: stranger }) => {
  const body = { ...SETTINGS, recipients: [stranger.userId] }
  expect((await t.call('PUT', '/insight/settings', { token, body })).statusCode).toBe(400)
})

test('rejects recipients who may not open reports, by name, and lists none who lost that', async () => {
  const reader = await addColleague(t, member, ['User'], { firstName: 'Rosa', lastName: 'Vine' })
  const body = { ...SETTINGS, recipients: [member.userId, reader.userId] }
  const save = () => t.call('PUT', '/insight/settings', { token, body })
  expect((await save()).json().recipients).toEqual([member.userId, reader.userId])
  await t.call('POST', `/user/update-role/${reader.userId}`, { token, body: { roles: ['BillingAdmin'] } })
  const refused = await save()
  expect([refused.statusCode, refused.json().errors]).toMatchObject([
    400,
    [{ field: 'recipients[1]', message: 'Rosa Vine can’t open reports' }],
  ])
  expect((await t.call('GET', '/insight/settings', { token })).json().recipients).toEqual([member.userId])
})

const GOAL = { metric: 'netSales', period: 'month', from: '2026-06-14', target: 12_500.5 }

test('stores goals from the first day of their period, in major units', async () => {
  const saved = await t.call('PUT', '/goals', { token, body: { goals: [GOAL] } })
  expect(saved.json()).toEqual({ goals: [{ ...GOAL, from: '2026-06-01' }] })
  expect((await t.call('GET', '/goals', { token })).json()).toEqual(saved.json())
})

test('replaces the goals with those sent: new, changed, and without the others', async () => {
  const saveAll = async (...goals: readonly object[]) =>
    (await t.call('PUT', '/goals', { token, body: { goals } })).json().goals
  const [june, july, orders] = [
    { ...GOAL, from: '2026-06-01' },
    { ...GOAL, from: '2026-07-01' },
    { ...GOAL, from: '2026-06-01', metric: 'orderCount', target: 40 },
  ]
  await saveAll(july, june)
  const raised = { ...july, target: july.target + 1 }
  expect(await saveAll(raised, orders)).toEqual([orders, raised])
  expect((await t.call('GET', '/goals', { token })).json()).toEqual({ goals: [orders, raised] })
  expect(await saveAll()).toEqual([])
  expect((await t.call('GET', '/goals', { token })).json()).toEqual({ goals: [] })
})

test('accepts the goals of several users who save at once', async () => {
  const saves = Array.from({ length: 8 }, (_, more) =>
    t.call('PUT', '/goals', { token, body: { goals: [{ ...GOAL, target: GOAL.target + more }] } }),
  )
  expect((await Promise.all(saves)).map(({ statusCode }) => statusCode)).toEqual(saves.map(() => 200))
})

test.each([
  ['duplicates for one period', [GOAL, { ...GOAL, from: '2026-06-02' }]],
  ['none', [{ ...GOAL, target: 0 }]],
  ['of an unknown metric', [{ ...GOAL, metric: 'happiness' }]],
])('rejects goals that are %s', async (_what, goals) => {
  expect((await t.call('PUT', '/goals', { token, body: { goals } })).statusCode).toBe(400)
})

test.each([
  ['netSales', 0.001, 0.01],
  ['orderCount', 0.1, 1],
])('rejects a goal for %s of %d, which would be stored as none', async (metric, target, least) => {
  const saved = await t.call('PUT', '/goals', { token, body: { goals: [{ ...GOAL, metric, target }] } })
  expect([saved.statusCode, saved.json().errors]).toEqual([
    400,
    [{ code: 'request.invalid', field: 'goals[0].target', message: `This field must be at least ${least}` }],
  ])
})

test('analyzes an account with two orders without insights', async ({ member: small }) => {
  const { addService, imported } = serviceCalls(t)
  const { id } = await addService(small)
  const file = 'orderId,orderDate,sku,quantity,unitPrice\n1,2026-03-01,PN,1,40.00\n2,2026-06-16,PN,2,40.00\n'
  expect((await imported(small, id, file, { kind: 'order_lines' })).status).toBe('succeeded')
  await vi.waitFor(async () => expect((await list('', small.token)).lookedUntil).toBe('2026-06-17'), {
    timeout: 60_000,
  })
  expect((await list('', small.token)).total).toBe(0)
})

test('returns 401 without a token', async () => {
  for (const path of ['/insight', '/insight/one', '/insight/settings', '/goals'])
    expect((await t.call('GET', path)).statusCode).toBe(401)
})
