import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const member = await t.register()
const { accountId, userId, token } = member
const { db } = t.deps
const all = unscoped(db)

/** Commits `changes` after a call has read its first table and before it reads `table`. */
const during = async (path: string, table: string, changes: readonly ReturnType<typeof sql>[]) => {
  let calling: ReturnType<typeof t.call> | undefined
  await all.transaction().execute(async (trx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
    calling = t.call('GET', path, { token })
    void calling.then(() => undefined)
    await vi.waitFor(async () => {
      const waiting = await sql`select from pg_locks where not granted and relation = ${table}::regclass`.execute(all)
      expect(waiting.rows).toHaveLength(1)
    }, 20_000)
    for (const change of changes) await change.execute(trx)
  })
  return (await calling)?.json()
}

/** A sync that runs and has read part of its records. */
const runningSync = async (): Promise<string> => {
  const body = { type: 'csv', name: 'Till', settings: {} }
  const { id } = (await t.call('POST', '/service', { token, body })).json()
  const run = { id: t.deps.ids.next(), account_id: accountId, service_id: id, kind: 'sync' as const }
  await db
    .insertInto('service_runs')
    .values({ ...run, status: 'running', created_at: new Date(t.clock.now()) })
    .execute()
  return id
}

const syncFails = (serviceId: string) => [
  sql`update services set needs_attention_at = now(), problem = 'Connect again' where id = ${serviceId}`,
  sql`update service_runs set status = 'failed', finished_at = now() where service_id = ${serviceId}`,
]

const asRun = { state: 'syncing', problem: null, lastRun: { status: 'running' } }

test('a service and its last run', async () => {
  const id = await runningSync()
  expect(await during(`/service/${id}`, 'service_runs', syncFails(id))).toMatchObject(asRun)
  const after = { state: 'needsAttention', problem: 'Connect again', lastRun: { status: 'failed' } }
  expect((await t.call('GET', `/service/${id}`, { token })).json()).toMatchObject(after)
})

test('services and their last runs', async () => {
  const id = await runningSync()
  const services = await during('/service', 'service_runs', syncFails(id))
  expect(services.find((one: { id: string }) => one.id === id)).toMatchObject(asRun)
})

test('counts of an account and its first load', async () => {
  await runningSync()
  const { currentServiceCount } = (await t.call('GET', '/account/status', { token })).json()
  const gone = [sql`delete from services where account_id = ${accountId}`]
  const status = await during('/account/status', 'service_runs', gone)
  expect(status).toMatchObject({ currentServiceCount, firstLoad: { done: 0 } })
})

test('a webhook and its last delivery', async () => {
  const body = { url: 'https://hooks.winery.example/cuvee', events: ['run.failed'] }
  const { id } = (await t.call('POST', '/webhooks', { token, body })).json()
  const [webhook] = await during('/webhooks', 'webhooks', [
    sql`insert into webhook_deliveries (id, account_id, webhook_id, type, payload, status, created_at)
      values (${t.deps.ids.next()}, ${accountId}, ${id}, 'test', '{}', 'failed', now())`,
    sql`update webhooks set is_active = false where id = ${id}`,
  ])
  expect(webhook).toMatchObject({ isActive: true, lastDelivery: null })
})

test('an alert and when it fired', async () => {
  const definition = {
    reportType: 'Orders',
    columns: [{ columnId: 'total' }],
    groupColumns: ['channel'],
    relativeDateFilter: { relativeRange: 'Yesterday', columnName: 'OrderDate' },
  }
  const body = { name: 'Quiet days', definition, condition: { kind: 'below', value: 1000 } }
  const { id } = (await t.call('POST', '/alerts', { token, body })).json()
  const [alert] = await during('/alerts', 'alert_events', [
    sql`insert into alert_events
      select ${t.deps.ids.next()}, account_id, id, now(), definition, condition, unit, '{"from":"2026-01-01","until":"2026-01-02"}', '[]', 1, 1
      from alerts where id = ${id}`,
    sql`update alerts set status = 'firing' where id = ${id}`,
  ])
  expect(alert).toMatchObject({ id, status: 'unchecked', lastFiredUtc: null })
})

test('who may open a dashboard', async () => {
  const person = { firstName: 'Ana', lastName: 'Silva', email: 'ana@winery.example', roles: ['User'] }
  await t.call('POST', '/user/create', { token, body: person })
  const [{ slug }] = (await t.call('GET', '/dashboards', { token })).json()
  const sharing = await during(`/dashboards/${slug}/sharing`, 'dashboard_shares', [
    sql`update dashboards set is_public = true where slug = ${slug}`,
    sql`insert into dashboard_shares
      select ${accountId}, dashboards.id, users.id, true, now() from dashboards, users
      where slug = ${slug} and email = ${person.email}`,
  ])
  expect(sharing).toMatchObject({ isPublic: false, colleagues: [{ name: 'Ana Silva', access: null }] })
})

test('the factors of a person', async () => {
  const factors = await during('/user/second-factor', 'passkeys', [
    sql`insert into authenticators (account_id, user_id, secret, confirmed_at, created_at)
      values (${accountId}, ${userId}, ''::bytea, now(), now())`,
    sql`insert into passkeys (id, account_id, user_id, name, public_key, counter, transports, created_at)
      values ('key', ${accountId}, ${userId}, 'Phone', ''::bytea, 0, '[]', now())`,
  ])
  expect(factors).toMatchObject({ authenticatorSinceUtc: null, passkeys: [] })
})

test('a profile and its unconfirmed email', async () => {
  const profile = await during(`/user/${userId}`, 'one_time_tokens', [
    sql`update users set email = 'new@winery.example' where id = ${userId}`,
    sql`insert into one_time_tokens (id, account_id, user_id, kind, token_hash, expires_at, created_at, email)
      values ('token', ${accountId}, ${userId}, 'change', 'hash', now() + interval '10 years', now(), 'newer@winery.example')`,
  ])
  expect(profile).toMatchObject({ email: member.email, pendingEmail: null })
})
