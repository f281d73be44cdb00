import { sql } from 'kysely'
import { test as base, expect } from 'vitest'
import type { Run } from '#contract/runs.ts'
import { ConnectionTest, Reconciliation } from '#contract/service-checks.ts'
import type { Service } from '#contract/services.ts'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { atMachinePace } from '#testkit/machine-pace.ts'
import { commerce7App } from './commerce7-app.fixture.ts'
import { executeRun } from './execute-run.ts'
import { endOrphanedRuns } from './orphaned-runs.usecases.ts'
import { renewSecrets } from './secrets/service-secrets.ts'
import { queueDueSyncs } from './sync/queue-syncs.ts'

const { t, clock, winery, fake, platform, connect, start, syncHere, serviceOf, expectRows } = await commerce7App({
  orders: 60,
})

const SECRET = platform.secrets.appSecret
const all = { ...platform.settings, ...platform.secrets }
const register = () => t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
const service = async (member: { token: string; accountId: number }) =>
  (await connect(member, 'commerce7', platform)).id
const test = base.extend('member', () => register()).extend('id', ({ member }) => service(member))

const dumpDatabase = async (): Promise<string> => {
  const db = unscoped(t.deps.db)
  const tables = ['services', 'service_runs', 'audit_log', 'notifications', 'set_aside_records'] as const
  return JSON.stringify(
    await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())),
    (_key, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value),
  )
}

test('security 34: returns no credentials and stores none in plain text', async ({ member, id }) => {
  const answers = [
    await t.call('GET', `/service/${id}`, member),
    await t.call('GET', '/service', member),
    await t.call('PUT', `/service/${id}`, { ...member, body: { name: 'Renamed', settings: platform.settings } }),
    await t.call('POST', `/service/${id}/test`, { ...member, body: {} }),
  ]
  for (const { body, statusCode } of answers) {
    expect(statusCode).toBe(200)
    expect(body).not.toContain(SECRET)
  }
  expect(answers[0]?.json<Service>()).toMatchObject({ settings: platform.settings, secretsSet: ['appSecret'] })
  expect(await dumpDatabase()).not.toContain(SECRET)
  fake.server.failNext({ status: 500, body: `{"message":"${SECRET}"}` }, { times: 5 })
  const run = await syncHere(member, id)
  expect([run.status, JSON.stringify(run).includes(SECRET)]).toEqual(['failed', false])
})

test('security 34: cannot decrypt the secrets of one service for another', async ({ member }) => {
  const [one, other] = [await service(member), await service(member)]
  const db = unscoped(t.deps.db)
  const { secrets } = await db.selectFrom('services').select('secrets').where('id', '=', one).executeTakeFirstOrThrow()
  await db.updateTable('services').set({ secrets }).where('id', '=', other).execute()
  expect(await serviceOf(member, other)).toMatchObject({ state: 'needsAttention', secretsSet: [], webhook: null })
  const run = await syncHere(member, other)
  expect(run).toMatchObject({
    status: 'failed',
    errors: [{ message: expect.stringContaining('Enter them again') }],
  })
})

test('security 35: re-encrypts secrets with a new master key, or marks services without the old one', async () => {
  const member = await register()
  const id = await service(member)
  const next = { ...t.deps.keys, master: Buffer.alloc(32, 7), retiredMaster: t.deps.keys.master }
  expect(await renewSecrets({ ...t.deps, keys: next })).toMatchObject({ lost: expect.any(Number) })
  expect((await serviceOf(member, id)).state).toBe('needsAttention')
  const back = { ...t.deps.keys, retiredMaster: next.master }
  await renewSecrets({ ...t.deps, keys: back })
  expect(await serviceOf(member, id)).toMatchObject({ state: 'new', secretsSet: ['appSecret'] })
  await renewSecrets({ ...t.deps, keys: { ...t.deps.keys, master: Buffer.alloc(32, 9) } })
  expect(await serviceOf(member, id)).toMatchObject({ problem: expect.stringContaining('Enter them again') })
  await t.call('PUT', `/service/${id}`, { ...member, body: { name: 'Mine', settings: all } })
  expect(await serviceOf(member, id)).toMatchObject({ problem: null, secretsSet: ['appSecret'] })
})

test('tests a connection before it is saved, and returns a rejection as a result', async ({ member }) => {
  const tryOut = async (settings: object, id?: string) =>
    ConnectionTest.parse(
      (
        await t.call('POST', '/service/test', {
          ...member,
          body: { type: 'commerce7', settings, ...(id ? { id } : {}) },
        })
      ).json(),
    )
  expect(await tryOut(all)).toMatchObject({
    ok: true,
    name: 'Estate Cellars',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
  })
  expect(await tryOut({ ...all, appSecret: 'wrong' })).toMatchObject({ ok: false, message: expect.any(String) })
  const id = await service(member)
  expect(await tryOut(platform.settings, id)).toMatchObject({ ok: true })
  const missing = await t.call('POST', '/service/test', {
    ...member,
    body: { type: 'commerce7', settings: platform.settings },
  })
  expect([missing.statusCode, missing.json().errors[0].field]).toEqual([400, 'settings.appSecret'])
})

test('F18: reports rejected credentials after one request, without a 401 or 403 of our own', async ({ member }) => {
  const id = await service(member)
  await t.call('PUT', `/service/${id}`, { ...member, body: { name: 'Till', syncEveryMinutes: 15 } })
  fake.server.calls.length = 0
  fake.server.failNext({ status: 401 }, { times: 1_000 })
  const refused = await t.call('POST', `/service/${id}/test`, { ...member, body: {} })
  expect([refused.statusCode, refused.json<ConnectionTest>().ok]).toEqual([200, false])
  const month = await t.call('GET', `/service/${id}/reconciliation?month=2026-05`, member)
  expect([month.statusCode, month.json().errors[0].code]).toEqual([502, 'service.platform_failed'])
  fake.server.calls.length = 0
  for (let time = 0; time < 2; time += 1) expect((await syncHere(member, id)).status).toBe('failed')
  fake.server.heal()
  expect(fake.server.calls.length).toBe(2)
  const { state, problem, nextSyncUtc } = await serviceOf(member, id)
  expect({ state, nextSyncUtc }).toEqual({ state: 'needsAttention', nextSyncUtc: null })
  expect(problem).toMatch(/credentials/)
  const notifications = (await t.call('GET', '/notification', member)).json<{ subject: string }[]>()
  expect(notifications.map(({ subject }) => subject)).toEqual(['Till needs attention'])
  await t.call('PUT', `/service/${id}`, { ...member, body: { name: 'Till', settings: all } })
  expect((await syncHere(member, id)).status).toBe('succeeded')
  expect((await serviceOf(member, id)).state).toBe('idle')
})

test('F13: fails the run on a malformed page with its name, and keeps the earlier data', async ({ member, id }) => {
  await syncHere(member, id)
  const expected = platform.expected()
  fake.server.failNext(
    { edit: (body) => body.replace('"orders":', '"things":') },
    { when: ({ path }) => path.endsWith('/order') },
  )
  const run = await syncHere(member, id)
  expect(run).toMatchObject({ status: 'failed', errors: [{ message: expect.stringMatching(/orders/) }] })
  expect(await serviceOf(member, id)).toMatchObject({ state: 'failing', problem: run.errors[0]?.message })
  await expectRows(member, id, expected)
})

test('an invalid record is quarantined and reported until it arrives in valid form', async ({ member, id }) => {
  fake.server.failNext(
    {
      edit: (body) =>
        body
          .replace(/"orderSubmittedDate":"[^"]+"/, '"orderSubmittedDate":"no day"')
          .replace(/"orderPaidDate":"[^"]+"/, '"orderPaidDate":"no day"'),
    },
    { when: ({ path }) => path.endsWith('/order') },
  )
  const run = await syncHere(member, id)
  expect(run).toMatchObject({ status: 'succeeded', counts: { rejected: 1 } })
  const listed = await t.call('GET', `/service/${id}/runs/${run.id}/set-aside`, member)
  expect(listed.json()).toMatchObject({
    total: 1,
    items: [{ stream: 'orders', sourceId: expect.any(String), reason: expect.any(String) }],
  })
  expect((await serviceOf(member, id)).setAside).toBe(1)
  await syncHere(member, id, true)
  expect((await serviceOf(member, id)).setAside).toBe(0)
  await expectRows(member, id, platform.expected())
})

test('queues due syncs once across processes, and retries failures before the interval', async ({ member, id }) => {
  await t.call('PUT', `/service/${id}`, { ...member, body: { name: 'Till', syncEveryMinutes: 60 } })
  clock.advance(67 * 60_000)
  await Promise.all(Array.from({ length: 4 }, () => queueDueSyncs(t.deps)))
  const { token } = await t.signIn(member.email, member.password).then((session) => ({ token: session.access_token }))
  const runs = (await t.call('GET', `/service/${id}/runs`, { token })).json<{ items: Run[]; total: number }>()
  expect(runs.total).toBe(1)
  const [queued] = runs.items
  const canceled = await t.call('POST', `/service/${id}/runs/${queued?.id}/cancel`, { token, body: {} })
  expect(canceled.json()).toMatchObject({ status: 'cancelled' })
  const signed = { token, accountId: member.accountId }
  expect((await serviceOf(signed, id)).nextSyncUtc).not.toBeNull()
  fake.server.failNext({ status: 500 }, { times: 5 })
  await syncHere(signed, id)
  const next = Date.parse((await serviceOf(signed, id)).nextSyncUtc ?? '')
  expect(next - clock.now()).toBeLessThan(2 * 60_000)
})

test('ends runs of abandoned jobs so that the service syncs again, and keeps runs of queued jobs', async () => {
  const member = await register()
  const [lost, waiting] = [await service(member), await service(member)]
  const runs = { lost: await start(member, lost), waiting: await start(member, waiting) }
  await sql`update pgboss.job set state = 'failed' where data ->> 'runId' = ${runs.lost}`.execute(unscoped(t.deps.db))
  await endOrphanedRuns(t.deps)
  const runOf = async (id: string, runId: string) =>
    (await t.call('GET', `/service/${id}/runs/${runId}`, member)).json<Run>()
  expect(await runOf(lost, runs.lost)).toMatchObject({ status: 'failed', errors: [{ line: null }] })
  expect(await runOf(waiting, runs.waiting)).toMatchObject({ status: 'queued' })
  expect(await syncHere(member, lost)).toMatchObject({ status: 'succeeded' })
})

test('F12: a run that reaches its time limit while the platform hangs ends, and the next one is due at once', async () => {
  const member = await register()
  const id = await service(member)
  await t.call('PUT', `/service/${id}`, { ...member, body: { name: 'Till', syncEveryMinutes: 60 } })
  const runId = await start(member, id)
  fake.server.failNext('hang', { times: 1_000 })
  const { signal } = new AbortController()
  const begun = performance.now()
  await executeRun(t.deps, { accountId: member.accountId, runId, signal, limitMs: 100 })
  fake.server.heal()
  expect(performance.now() - begun).toBeLessThan(atMachinePace(2_000))
  const run = (await t.call('GET', `/service/${id}/runs/${runId}`, member)).json<Run>()
  expect(run).toMatchObject({ status: 'succeeded', errors: [{ message: expect.stringContaining('30 minutes') }] })
  expect(Date.parse((await serviceOf(member, id)).nextSyncUtc ?? '')).toBeLessThanOrEqual(clock.now())
})

test('pauses scheduled syncs after a trial and resumes them with a plan', async ({ member, id }) => {
  await t.call('PUT', `/service/${id}`, { ...member, body: { name: 'Till', syncEveryMinutes: 60 } })
  const runsOf = async () => {
    clock.advance(60 * 60_000)
    await queueDueSyncs(t.deps)
    const rows = unscoped(t.deps.db).selectFrom('service_runs').select('id').where('service_id', '=', id)
    return (await rows.execute()).length
  }
  const setTrial = (trial_expires_at: Date) => t.setAccount(member, { trial_expires_at })
  await setTrial(new Date(clock.now()))
  expect(await runsOf()).toBe(0)
  await setTrial(new Date(clock.now() + 7 * DAY_MS))
  expect(await runsOf()).toBe(1)
})

test('webhooks: accepts only the correct URL, and queues one sync for a burst', async ({ member }) => {
  const { id, webhook } = await connect(member, 'commerce7', platform)
  await t.call('PUT', `/service/${id}`, { ...member, body: { name: 'Till', syncEveryMinutes: 60 } })
  const path = new URL(webhook?.url ?? '').pathname
  const send = (url: string) =>
    t.app.inject({
      method: 'POST',
      url,
      payload: '{"object":"Order","action":"Update"}',
      headers: { 'content-type': 'application/json' },
    })
  expect((await send(`${path}x`)).statusCode).toBe(404)
  expect((await send(path.replace(id, 'unknown'))).statusCode).toBe(404)
  const answers = await Promise.all(Array.from({ length: 500 }, () => send(path)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([202]))
  clock.advance(6_000)
  await queueDueSyncs(t.deps)
  await queueDueSyncs(t.deps)
  const runs = (await t.call('GET', `/service/${id}/runs`, member)).json<{ total: number }>()
  expect(runs.total).toBe(1)
})

test('reconciles a month with the platform order by order', async ({ member, id }) => {
  await syncHere(member, id)
  const compare = async () =>
    Reconciliation.parse((await t.call('GET', `/service/${id}/reconciliation?month=2026-03`, member)).json())
  const same = await compare()
  expect(same).toMatchObject({ matches: true, differenceCount: 0, ours: same.platform })
  expect(same.ours.orders).toBeGreaterThan(0)
  // Tax within the sales, in an order whose total is right.
  const edit = (body: string) => body.replace(/"subTotal":(\d+)/g, (_, net) => `"subTotal":${Number(net) + 100}`)
  fake.server.failNext({ edit }, { times: 9, when: ({ path }) => path.endsWith('/order') })
  expect(await compare()).toMatchObject({ matches: false, ours: same.ours })
  fake.server.heal()
  const [first] = await t.rows(
    member.accountId,
    `SELECT source_id FROM orders WHERE ordered_local >= '2026-03-01' AND ordered_local < '2026-04-01' ORDER BY 1`,
  )
  winery.store.remove('order', String(first?.[0]), clock.now())
  const different = await compare()
  expect(different).toMatchObject({
    matches: false,
    differenceCount: 1,
    differences: [{ sourceId: first?.[0], platform: null }],
  })
})

test('rejects a run while another one is open', async ({ member, id }) => {
  await start(member, id)
  const second = await t.call('POST', `/service/${id}/sync`, { ...member, body: {} })
  expect([second.statusCode, second.json().errors[0].code]).toEqual([409, 'service.run_in_progress'])
})
