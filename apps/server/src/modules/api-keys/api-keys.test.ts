import { sql } from 'kysely'
import { beforeAll, describe, expect } from 'vitest'
import type { ApiKey, CreatedApiKey } from '#contract/api-keys.ts'
import { needsPersonalKey, scopeFor } from '#contract/endpoint.ts'
import { DAY_MS } from '#domain/clock.ts'
import type { KeyScope } from '#domain/role.ts'
import { unscoped } from '#server/db/database.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { sample } from '#testkit/lane.ts'
import { testApp } from '#testkit/test-app.ts'
import { contractCalls, type Member } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false })
const { test } = t
const db = unscoped(t.deps.db)
const owner = await t.register({ firstName: 'Ada', lastName: 'Stone' })

const createKey = async (
  { token }: Pick<Member, 'token'>,
  scope: KeyScope,
  { path = '/api-keys', ...input }: { path?: string; name?: string; expiresInDays?: number | null } = {},
): Promise<CreatedApiKey> => {
  const created = await t.call('POST', path, { token, body: { name: 'Export', scope, ...input } })
  if (created.statusCode !== 201) throw new Error(created.body)
  return created.json()
}
const createService = (member: Member, scope: KeyScope) => createKey(member, scope, { path: '/account/api-keys' })

const statusOf = async (token: string, path = '/account'): Promise<number> =>
  (await t.call('GET', path, { token })).statusCode

test('a key is answered once, stored as a hash, and listed by its prefix and last use', async () => {
  const { key, ...created } = await createKey(owner, 'read', { name: 'Nightly export' })
  expect(key).toMatch(/^cuvee_[\w-]{43}$/)
  expect(created).toMatchObject({
    name: 'Nightly export',
    kind: 'personal',
    scope: 'read',
    prefix: key.slice(0, 12),
    userId: owner.userId,
    userName: 'Ada Stone',
    expiresDateUtc: new Date(t.clock.now() + 90 * DAY_MS).toISOString(),
    lastUsedDateUtc: null,
  })
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', created.id).executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(key.slice('cuvee_'.length + 6))
  expect(await statusOf(key)).toBe(200)
  const listed = await t.call('GET', '/api-keys', { token: owner.token })
  expect(listed.body).not.toContain(key)
  expect(listed.json()[0]).toEqual({ ...created, lastUsedDateUtc: new Date(t.clock.now()).toISOString() })
})

test('a revoked key is refused by the next request, and its user stays signed in', async () => {
  const { id, key } = await createKey(owner, 'read')
  expect(await statusOf(key)).toBe(200)
  expect((await t.call('DELETE', `/api-keys/${id}`, { token: owner.token })).statusCode).toBe(204)
  const refused = await t.call('GET', '/account', { token: key })
  expect([refused.statusCode, refused.headers['www-authenticate'], refused.json().errors]).toEqual([
    401,
    'Bearer error="invalid_token"',
    [{ code: 'auth.invalid_key', message: 'This API key is not valid. It may have expired or been revoked.' }],
  ])
  expect(await statusOf(owner.token)).toBe(200)
})

test.each(['cuvee_', `cuvee_${'x'.repeat(43)}`, `cuvee_${'x'.repeat(900)}`])('refuses %s', async (key) => {
  expect(await statusOf(key)).toBe(401)
})

test('a read key cannot write, and says which scope the call needs', async () => {
  const { key } = await createKey(owner, 'read')
  const refused = await t.call('POST', '/dashboards', { token: key, body: { name: 'Sales' } })
  expect([refused.statusCode, refused.headers['www-authenticate'], refused.json().errors]).toEqual([
    403,
    'Bearer error="insufficient_scope"',
    [{ code: 'auth.key_scope', message: 'This API key has the scope read, but this call needs write' }],
  ])
  const { key: writing } = await createKey(owner, 'write')
  expect((await t.call('POST', '/dashboards', { token: writing, body: { name: 'Sales' } })).statusCode).toBe(201)
  expect(await statusOf(owner.token, '/dashboards/sales')).toBe(200)
})

test.each([
  ['POST', '/user/change-password'],
  ['POST', '/api-keys'],
  ['DELETE', '/account/api-keys/x'],
  ['GET', '/billing'],
  ['DELETE', '/account'],
] as const)('%s %s is for people only', async (method, path) => {
  const { key } = await createKey(owner, 'admin')
  const refused = await t.call(method, path, { token: key, body: {} })
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([403, 'auth.key_not_allowed'])
})

describe('with colleagues', () => {
  let colleague: Member
  let other: Member

  beforeAll(async () => {
    colleague = await addColleague(t, owner, ['AccountAdmin'], { firstName: 'Carl', lastName: 'Cork' })
    other = await addColleague(t, owner)
  })

  test('a personal key has the roles that its user has at each request', async () => {
    const { key } = await createKey(colleague, 'admin')
    expect(await statusOf(key, '/service')).toBe(200)
    await t.setUser(colleague, { roles: ['User'] })
    expect([await statusOf(key, '/service'), await statusOf(key, '/reports/catalog')]).toEqual([403, 200])
    await t.setUser(colleague, { roles: ['AccountAdmin'] })
  })

  test('a personal key is listed and revoked by administrators, too, and by no other colleague', async () => {
    const { id, key } = await createKey(colleague, 'read')
    const listed: ApiKey[] = (await t.call('GET', '/account/api-keys', { token: owner.token })).json()
    expect(listed.find((one) => one.id === id)).toMatchObject({ kind: 'personal', userName: 'Carl Cork' })
    expect((await t.call('GET', '/api-keys', { token: other.token })).json()).toEqual([])
    expect((await t.call('DELETE', `/api-keys/${id}`, { token: other.token })).statusCode).toBe(404)
    expect((await t.call('DELETE', `/account/api-keys/${id}`, { token: owner.token })).statusCode).toBe(204)
    expect(await statusOf(key)).toBe(401)
  })

  test('a personal key ends with its user, and a service key outlives the administrator who created it', async () => {
    const personal = await createKey(colleague, 'read')
    const service = await createService(colleague, 'read')
    expect([service.kind, service.userId]).toEqual(['service', null])
    await t.setUser(colleague, { disabled_at: new Date(0) })
    expect([await statusOf(personal.key), await statusOf(service.key)]).toEqual([401, 200])
    await t.setUser(colleague, { disabled_at: null })
    expect(await statusOf(personal.key)).toBe(200)
    expect((await t.call('DELETE', `/user/${colleague.userId}`, { token: owner.token })).statusCode).toBe(204)
    expect([await statusOf(personal.key), await statusOf(service.key)]).toEqual([401, 200])
  })
})

/** Makes a call of the contract with its sample input. */
const sampleCall = ({ method, url, meta }: ReturnType<typeof contractCalls>[number], key: string) => {
  const { query, body, raw } = meta.sample ?? {}
  return t.app.inject({
    method: method === 'PATCH' || method === 'HEAD' ? 'GET' : method,
    url: `${url.replace(/:\w+/g, 'nothing')}${query ? `?${query}` : ''}`,
    headers: { authorization: `Bearer ${key}`, ...(raw ? { 'content-type': raw.contentType } : {}) },
    ...(raw || body ? { payload: raw?.text ?? body } : {}),
  })
}

test('a service key makes every call it is allowed without an error of its missing user', async ({ member }) => {
  const { key } = await createService(member, 'admin')
  const calls = contractCalls().filter(
    ({ meta }) => scopeFor(meta) !== null && !needsPersonalKey(meta) && meta.callsOut !== true,
  )
  expect(calls.length).toBeGreaterThan(60)
  for (const call of sample(calls, 40)) {
    const answer = await sampleCall(call, key)
    const isRefused = [401, 403, 500].includes(answer.statusCode) || answer.body.includes('target_removed')
    expect([call.name, isRefused]).toEqual([call.name, false])
  }
})

/** What reads change: counters of limits, the record of what was exported, and stored counts of rows. */
const READ_TRACES = ['rate_limits', 'audit_log', 'account_data']

test('a key of scope read changes no row but when it was used', async ({ member }) => {
  const { key } = await createKey(member, 'read')
  await statusOf(key)
  const tables = (
    await sql<{ tablename: string }>`select tablename from pg_tables where schemaname = 'public'`.execute(db)
  ).rows
    .map(({ tablename }) => tablename)
    .filter((table) => !READ_TRACES.includes(table))
  const readRows = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => {
          const all = sql<{
            rows: string
          }>`select coalesce(string_agg(t::text, ' ' order by t::text), '') as rows from ${sql.table(table)} t`
          return [table, (await all.execute(db)).rows[0]?.rows]
        }),
      ),
    )
  const rowsBefore = await readRows()
  for (const call of contractCalls().filter(({ meta }) => scopeFor(meta) === 'read')) await sampleCall(call, key)
  expect(await readRows()).toEqual(rowsBefore)
})

test('keys expire, and end with their account', async ({ member }) => {
  const [day, forever] = [
    await createKey(member, 'read', { expiresInDays: 1 }),
    await createKey(member, 'read', { expiresInDays: null }),
  ]
  const service = await createService(member, 'read')
  t.clock.advance(DAY_MS - 1)
  expect(await statusOf(day.key)).toBe(200)
  t.clock.advance(1)
  expect([await statusOf(day.key), await statusOf(forever.key), await statusOf(service.key)]).toEqual([401, 200, 200])
  const { access_token: token } = await t.signIn(member.email, member.password)
  await t.call('DELETE', '/account', { token, body: { password: member.password } })
  expect([await statusOf(forever.key), await statusOf(service.key)]).toEqual([401, 401])
})

test('after a trial a key reads, and its changes answer 402, as for its user', async ({ member }) => {
  const { key } = await createKey(member, 'write')
  await t.setAccount(member, { trial_expires_at: new Date(0) })
  expect(await statusOf(key, '/reports/catalog')).toBe(200)
  expect((await t.call('POST', '/dashboards', { token: key, body: { name: 'Sales' } })).statusCode).toBe(402)
})

test('the audit log names the key of a change, and the user only if it acts as one', async () => {
  const member = await t.register({ firstName: 'Ada', lastName: 'Stone' })
  const personal = await createKey(member, 'write', { name: 'Laptop' })
  const service = await createService(member, 'admin')
  await t.call('POST', '/dashboards', { token: personal.key, body: { name: 'Sales' } })
  await t.call('PUT', '/account/name', { token: service.key, body: { name: 'Oak Hill' } })
  const { items } = (await t.call('GET', '/audit?pageSize=4', { token: member.token })).json()
  const seen = items.map(({ action, userName, apiKeyName, apiKeyId }: Record<string, string>) => [
    action,
    userName,
    apiKeyName,
    apiKeyId,
  ])
  expect(seen).toEqual([
    ['account.rename', null, 'Export', service.id],
    ['dashboards.create', 'Ada Stone', 'Laptop', personal.id],
    ['accountKeys.create', 'Ada Stone', null, null],
    ['apiKeys.create', 'Ada Stone', null, null],
  ])
})
