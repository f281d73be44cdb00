import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import { addColleague } from './colleague.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { test } = t
const MINUTE = 60_000

const sessions = async (token: string, query = '') => (await t.call('GET', `/user/sessions${query}`, { token })).json()

test("lists the user's sessions, newest first, and marks the current one", async ({ member }) => {
  const began = t.clock.now()
  t.clock.advance(MINUTE)
  const body = { grant_type: 'password', username: member.email, password: member.password }
  const second = await t.call('POST', '/token', { body, headers: { 'user-agent': 'Mozilla/5.0 (Macintosh)' } })
  const { items, total } = await sessions(member.token)
  expect(total).toBe(2)
  const times = (at: number) => ({
    createdDateUtc: new Date(at).toISOString(),
    lastUsedUtc: new Date(at).toISOString(),
  })
  expect(items).toEqual([
    {
      id: expect.any(String),
      ...times(began + MINUTE),
      ip: '127.0.0.1',
      userAgent: 'Mozilla/5.0 (Macintosh)',
      isCurrent: false,
    },
    { id: expect.any(String), ...times(began), ip: expect.any(String), userAgent: expect.any(String), isCurrent: true },
  ])
  expect((await sessions(second.json().access_token)).items[0]).toMatchObject({ isCurrent: true })
})

test('keeps the 100 sessions that were used last', async ({ member }) => {
  const old = await unscoped(t.deps.db)
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', member.userId)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 110 }, (_, at) => ({
    ...old,
    id: randomUUID(),
    last_refreshed_at: new Date(t.clock.now() + at),
  }))
  await t.deps.db.insertInto('sessions').values(copies).execute()
  t.clock.advance(MINUTE)
  const signedIn = await t.signIn(member.email, member.password)
  const { items, total } = await sessions(signedIn.access_token, '?pageSize=500')
  expect([total, items.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent).length]).toEqual([100, 1])
  expect((await t.call('GET', '/account', { token: member.token })).statusCode).toBe(401)
})

test('lists sessions in pages', async ({ member }) => {
  for (let number = 0; number < 2; number += 1) {
    t.clock.advance(MINUTE)
    await t.signIn(member.email, member.password)
  }
  const pages = [await sessions(member.token, '?pageSize=2'), await sessions(member.token, '?pageSize=2&page=2')]
  expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
    [2, 3],
    [1, 3],
  ])
  expect(pages[1]).toMatchObject({ items: [{ isCurrent: true }] })
  expect((await t.call('GET', '/user/sessions?page=0', { token: member.token })).json().errors).toMatchObject([
    { field: 'page' },
  ])
})

test('does not list expired sessions', async ({ member }) => {
  t.clock.advance(80 * MINUTE)
  const { access_token } = await t.signIn(member.email, member.password)
  t.clock.advance(10 * MINUTE)
  expect((await sessions(access_token)).total).toBe(1)
})

test("signing out everywhere else ends only this user's other sessions", async ({ member }) => {
  const colleague = await addColleague(t, member)
  const others = [await t.signIn(member.email, member.password), await t.signIn(member.email, member.password)]
  expect((await t.call('DELETE', '/user/sessions', { token: member.token })).statusCode).toBe(204)
  for (const { access_token: token } of others)
    expect((await t.call('GET', '/account', { token })).statusCode).toBe(401)
  expect((await sessions(member.token)).total).toBe(1)
  expect((await sessions(colleague.token)).total).toBe(1)
  expect((await t.call('DELETE', '/user/sessions', { token: member.token })).statusCode).toBe(204)
})
