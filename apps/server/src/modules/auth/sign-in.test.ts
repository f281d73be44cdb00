import { copyFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { AuditEntry } from '#contract/account.ts'
import { type Db, unscoped } from '#server/db/database.ts'
import { lockUser, updateUser } from '#server/modules/users/index.ts'
import { atMachinePace } from '#testkit/machine-pace.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { accountPaths } from '#warehouse/duckdb/paths.ts'
import { templateFile } from '#warehouse/duckdb/test-warehouse.fixture.ts'

const t = await testApp({ runsJobs: false })
const { test } = t

const signInFrom = (
  remoteAddress: string,
  username: unknown,
  password: unknown,
  headers: Record<string, string> = {},
) =>
  t.app.inject({
    method: 'POST',
    url: '/api/token',
    remoteAddress,
    headers,
    payload: { grant_type: 'password', username, password },
  })

const QUARTER_HOUR = 15 * 60_000

test('signing in returns tokens and the user, and stores the time', async ({ member }) => {
  t.clock.advance(60_000)
  const response = await signInFrom('192.0.2.1', ` ${member.email.toUpperCase()} `, member.password)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    token_type: 'Bearer',
    user: { id: member.userId, email: member.email, lastLoginDateUtc: new Date(t.clock.now()).toISOString() },
  })
})

test('signing in and refreshing open the account’s file ahead; a wrong password does not', async () => {
  const { warehouse } = t.deps
  const [member, other] = [await t.register(), await t.register()]
  await copyFile(await templateFile(), accountPaths(t.deps.paths.root, member.accountId).file)
  const before = warehouse.usage.opens
  await signInFrom('192.0.2.1', member.email, 'wrong')
  await signInFrom('192.0.2.1', other.email, other.password)
  expect(warehouse.usage.opens).toBe(before)
  const response = await signInFrom('192.0.2.1', member.email, member.password)
  await vi.waitFor(() => expect(warehouse.usage.opens).toBe(before + 1), 20_000)
  await warehouse.putAway(member.accountId)
  await copyFile(await templateFile(), accountPaths(t.deps.paths.root, member.accountId).file)
  const payload = { grant_type: 'refresh_token', refresh_token: response.json().refresh_token }
  await t.app.inject({ method: 'POST', url: '/api/token', payload })
  await vi.waitFor(() => expect(warehouse.usage.opens).toBe(before + 2), 20_000)
})

test('security 4: an unknown address, a wrong password and a disabled user get the same response', async () => {
  const member = await t.register()
  const disabled = await t.register()
  await t.setUser(disabled, { disabled_at: new Date(t.clock.now()) })
  const answers = await Promise.all([
    signInFrom('192.0.2.2', 'nobody@winery.example', member.password),
    signInFrom('192.0.2.2', member.email, 'Wrong&Stave7'),
    signInFrom('192.0.2.2', disabled.email, disabled.password),
    signInFrom('192.0.2.2', member.email, 'x'.repeat(5000)),
  ])
  const body = JSON.stringify({ errors: [{ code: 'auth.invalid_credentials', message: 'Invalid email or password' }] })
  for (const answer of answers) {
    expect(answer.statusCode).toBe(401)
    expect(answer.body).toBe(body)
  }
  expect(new Set(answers.map(({ headers }) => Object.keys(headers).join())).size).toBe(1)
})

test('security 4: an unknown address takes as long as a wrong password', { retry: 2 }, async () => {
  const { email } = await t.register()
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let round = 0; round < 30; round++) {
    for (const who of ['known', 'unknown'] as const) {
      const begin = performance.now()
      await signInFrom(
        `198.51.100.${round}`,
        who === 'known' ? email : `nobody-${round}@winery.example`,
        `Wrong&Stave${round}`,
      )
      times[who].push(performance.now() - begin)
    }
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[15] ?? 0
  expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(atMachinePace(15))
})

test.each([
  ['nothing', {}, ['username', 'password']],
  ['numbers', { username: 1, password: 2 }, ['username', 'password']],
  ['no password', { username: 'a@b.example' }, ['password']],
])('signing in with %s names the missing fields', async (_what, fields, names) => {
  const response = await t.call('POST', '/token', { body: { grant_type: 'password', ...fields } })
  expect(response.statusCode).toBe(400)
  expect(response.json().errors.map(({ field }: { field: string }) => field)).toEqual(names)
})

test('security 19: ten wrong passwords block sign-in from one IP, not from others, and across restarts', async () => {
  const { email, password } = await t.register()
  for (let attempt = 0; attempt < 10; attempt++) {
    expect((await signInFrom('203.0.113.1', email, 'Wrong&Stave7')).statusCode).toBe(401)
  }
  const limited = await signInFrom('203.0.113.1', email, password)
  expect(limited.statusCode).toBe(429)
  expect(Number(limited.headers['retry-after'])).toBe(QUARTER_HOUR / 1000)
  expect((await signInFrom('203.0.113.2', email, password)).statusCode).toBe(200)
  const { count } = await t.deps.db
    .selectFrom('rate_limits')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('bucket', 'like', 'signIn:%')
    .where('hits', '>', 10)
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
  t.clock.advance(QUARTER_HOUR)
  expect((await signInFrom('203.0.113.1', email, password)).statusCode).toBe(200)
})

test('security 19: a successful sign-in resets the limit', async ({ member: { email, password } }) => {
  for (let round = 0; round < 3; round++) {
    for (let attempt = 0; attempt < 9; attempt++) await signInFrom('203.0.113.3', email, 'Wrong&Stave7')
    expect((await signInFrom('203.0.113.3', email, password)).statusCode).toBe(200)
  }
})

test('security 19: an unknown address is limited like a known one', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 11; attempt++) {
    statuses.push((await signInFrom('203.0.113.4', 'ghost@winery.example', 'Wrong&Stave7')).statusCode)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
})

test('security 19: a network that tries many addresses is blocked, correct passwords not counted, others not affected', async () => {
  const { email, password } = await t.register()
  for (let attempt = 0; attempt < 49; attempt++) {
    const { statusCode } = await signInFrom('203.0.113.8', `spray-${attempt}@winery.example`, 'Wrong&Stave7')
    expect(statusCode).toBe(401)
  }
  for (let attempt = 0; attempt < 3; attempt++) {
    expect((await signInFrom('203.0.113.8', email, password)).statusCode).toBe(200)
  }
  expect((await signInFrom('203.0.113.8', 'spray-49@winery.example', 'Wrong&Stave7')).statusCode).toBe(401)
  const limited = await signInFrom('203.0.113.8', email, password)
  expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '900'])
  expect((await signInFrom('203.0.113.9', email, password)).statusCode).toBe(200)
})

test('security 19: an address is blocked after a hundred wrong passwords from all networks, not by a single one', async () => {
  const { email, password } = await t.register()
  for (let attempt = 0; attempt < 30; attempt++) await signInFrom('203.0.113.10', email, 'Wrong&Stave7')
  expect((await signInFrom('203.0.113.11', email, password)).statusCode).toBe(200)
  for (let attempt = 0; attempt < 90; attempt++) {
    expect((await signInFrom(`198.18.0.${attempt}`, email, 'Wrong&Stave7')).statusCode).toBe(401)
  }
  expect((await signInFrom('203.0.113.12', email, password)).statusCode).toBe(429)
  t.clock.advance(QUARTER_HOUR)
  expect((await signInFrom('203.0.113.12', email, password)).statusCode).toBe(200)
})

test('security 19: counts an IPv6 network as one client', async ({ member: { email, password } }) => {
  for (let attempt = 0; attempt < 10; attempt++) await signInFrom(`2001:db8::${attempt}`, email, 'Wrong&Stave7')
  expect((await signInFrom('2001:db8:0:0:ffff::1', email, password)).statusCode).toBe(429)
  expect((await signInFrom('2001:db8:0:1::1', email, password)).statusCode).toBe(200)
})

/** Holds the user's row as a concurrent change does, until a sign-in that has verified the old password waits for it. */
const duringSignIn = async ({ accountId, userId, email, password }: Member, work: (db: Db) => Promise<void>) => {
  let signingIn: ReturnType<typeof signInFrom> | undefined
  await t.deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, { accountId, userId })
    signingIn = signInFrom('203.0.113.13', email, password)
    // A Fastify injection starts when it is awaited.
    void signingIn.then(() => undefined)
    await vi.waitFor(async () => {
      // other databases of the cluster have waits of their own
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(unscoped(t.deps.db))
      expect(rows.length).toBeGreaterThan(0)
    }, 20_000)
    await work(trx)
  })
  return signingIn
}

test('security 9: a sign-in with the old password that overlaps a password change gets no session', async () => {
  const member = await t.register()
  const response = await duringSignIn(member, async (trx) => {
    await updateUser(trx, member, { password_hash: 'another' })
  })
  expect(response?.statusCode).toBe(401)
  const { count } = await unscoped(t.deps.db)
    .selectFrom('sessions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', member.userId)
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
})

test('security 4: a sign-in that overlaps another change of the user succeeds', async ({ member }) => {
  const response = await duringSignIn(member, async (trx) => {
    await updateUser(trx, member, { theme: 'dark' })
  })
  expect(response?.statusCode).toBe(200)
})

test('security 21: rotating X-Forwarded-For does not bypass the limit', async ({ member: { email, password } }) => {
  for (let attempt = 0; attempt < 10; attempt++) {
    await signInFrom('203.0.113.5', email, 'Wrong&Stave7', { 'x-forwarded-for': `10.1.1.${attempt}` })
  }
  const response = await signInFrom('203.0.113.5', email, password, { 'x-forwarded-for': '10.1.1.99' })
  expect(response.statusCode).toBe(429)
})

test('security 20: limits registrations to five per hour and IP', async () => {
  const statuses: number[] = []
  for (let number = 0; number < 6; number++) {
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/account/create-account',
      remoteAddress: '203.0.113.6',
      payload: {
        firstName: 'A',
        lastName: 'B',
        email: `many-${number}@winery.example`,
        password: 'Vintage#Nine9',
        accountName: 'Many',
        culture: 'en-US',
      },
    })
    statuses.push(response.statusCode)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('security 50: shows failed and limited sign-ins to the account whose user has the address', async () => {
  const { email, accountId, token } = await t.register()
  for (let attempt = 0; attempt < 11; attempt += 1) await signInFrom('203.0.113.90', email.toUpperCase(), 'Wrong#Cork1')
  const { items } = (await t.call('GET', '/audit?action=session', { token })).json()
  expect(items.map(({ action, userId, details }: AuditEntry) => [action, userId, details])).toEqual([
    ['session.limited', null, { email }],
    ...Array.from({ length: 10 }, () => ['session.refused', null, { email }]),
  ])
  const other = await t.register()
  expect((await t.call('GET', '/audit?action=session', { token: other.token })).json().total).toBe(0)
  expect(accountId).not.toBe(other.accountId)
})

test('security 50: writes sign-ins, failures and limits to the audit log with IP and request, without the password', async () => {
  const { email, password, userId } = await t.register()
  await signInFrom('203.0.113.7', email, password)
  await signInFrom('203.0.113.7', `${email}\n{"forged":"line"}`, 'Secret&Stave7')
  const lines = await unscoped(t.deps.db)
    .selectFrom('audit_log')
    .selectAll()
    .where('ip', '=', '203.0.113.7')
    .orderBy('id')
    .execute()
  expect(lines.map(({ action, user_id }) => [action, user_id])).toEqual([
    ['session.began', userId],
    ['session.refused', null],
  ])
  for (const line of lines) {
    expect(line.request_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.stringify(line)).not.toMatch(/Stave7/)
  }
})
