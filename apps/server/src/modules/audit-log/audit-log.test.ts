import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/account.ts'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })

const furnished = async () => {
  const member = await t.register({ firstName: 'Ada', lastName: 'Stone' })
  for (const name of ['Sales', 'Cellar', 'Club']) {
    t.clock.advance(1000)
    await t.call('POST', '/dashboards', { token: member.token, body: { name } })
  }
  await t.call('DELETE', '/dashboards/club', { token: member.token })
  const ask = async (query = '') => {
    const response = await t.call('GET', `/audit${query}`, { token: member.token })
    return { status: response.statusCode, ...response.json<{ items: AuditEntry[]; total: number }>() }
  }
  return { member, ask }
}

test('lists changes, newest first, with their users', async () => {
  const { member, ask } = await furnished()
  const { items, total } = await ask()
  expect(items.map(({ action, target }) => [action, target])).toEqual([
    ['dashboards.remove', 'club'],
    ['dashboards.create', null],
    ['dashboards.create', null],
    ['dashboards.create', null],
    ['account.created', null],
  ])
  expect(total).toBe(5)
  expect(items[0]).toMatchObject({
    userId: member.userId,
    userName: 'Ada Stone',
    ip: '127.0.0.1',
    atUtc: new Date(t.clock.now()).toISOString(),
  })
})

test('pages are consecutive and report the total', async () => {
  const { ask } = await furnished()
  const pages = [await ask('?pageSize=2'), await ask('?pageSize=2&page=2'), await ask('?pageSize=2&page=3')]
  expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
    [2, 5],
    [2, 5],
    [1, 5],
  ])
  const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
})

test.each([
  ['dashboards', 4],
  ['dashboards.create', 3],
  ['dashboard', 0],
  ['dashboards%25', 0],
])('returns entries of the action %s: %i', async (action, count) => {
  const { ask } = await furnished()
  const { items, total } = await ask(`?action=${action}`)
  expect([items.length, total]).toEqual([count, count])
})

test('filters the changes of one user, also of a removed one', async () => {
  const { member, ask } = await furnished()
  expect((await ask(`?userId=${member.userId}`)).total).toBe(5)
  expect((await ask('?userId=nobody')).total).toBe(0)
  const line = { account_id: member.accountId, user_id: 'gone', action: 'session.began', at: new Date(t.clock.now()) }
  await t.deps.db.insertInto('audit_log').values(line).execute()
  expect((await ask('?userId=gone')).items[0]).toMatchObject({ userId: 'gone', userName: null })
})

test('security 22: excludes entries of other accounts and entries without an account', async () => {
  const { member, ask } = await furnished()
  await t.call('POST', '/token', {
    body: { grant_type: 'password', username: `no-${member.email}`, password: 'Wrong&pass1' },
  })
  const other = await t.register()
  const answer = await t.call('GET', `/audit?userId=${member.userId}`, { token: other.token })
  expect(answer.json()).toEqual({ items: [], total: 0 })
  expect((await ask()).total).toBe(5)
})

test.each(['?page=0', '?pageSize=501', '?page=x'])('rejects %s', async (query) => {
  const { ask } = await furnished()
  expect((await ask(query)).status).toBe(400)
})
