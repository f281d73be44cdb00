import { expect } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { addColleague } from './colleague.fixture.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const { test } = t
const read = ({ token }: Member, id: string) => t.call('GET', `/user/${id}`, { token })

test('security 27: returns only the contract fields of a user', async () => {
  const member = await t.register({ firstName: 'Ada', lastName: 'Stone' })
  const response = await read(member, member.userId)
  const createdDateUtc = new Date(t.clock.now()).toISOString()
  expect(response.json()).toEqual({
    id: member.userId,
    accountId: member.accountId,
    createdDateUtc,
    firstName: 'Ada',
    lastName: 'Stone',
    email: member.email,
    emailVerified: false,
    lastLoginDateUtc: createdDateUtc,
    profilePhotoUrlLarge: null,
    profilePhotoUrlSmall: null,
    theme: 'light',
    culture: null,
    roles: ['AccountOwner', 'User'],
    hasSecondFactor: false,
    pendingEmail: null,
  })
})

test('administrators read all users of their account, others only themselves', async ({ member }) => {
  const { userId: colleague } = await addColleague(t, member)
  expect((await read(member, colleague)).statusCode).toBe(200)
  await t.setUser(member, { roles: ['User', 'PowerUser'] })
  expect((await read(member, colleague)).statusCode).toBe(404)
  expect((await read(member, member.userId)).statusCode).toBe(200)
})

test('administrators list all users of their account, others only themselves', async () => {
  const [member] = [await t.register(), await t.register()]
  const { userId: colleague } = await addColleague(t, member)
  const listed = async () => {
    const users: { id: string }[] = (await t.call('GET', '/user', { token: member.token })).json()
    return users.map(({ id }) => id).toSorted()
  }
  expect(await listed()).toEqual([member.userId, colleague].toSorted())
  await t.setUser(member, { roles: ['PowerUser'] })
  expect(await listed()).toEqual([member.userId])
})

test('stores and returns the theme', async ({ member }) => {
  const response = await t.call('POST', '/user/set-theme/dark', { token: member.token })
  expect(response.json()).toMatchObject({ id: member.userId, theme: 'dark' })
  expect((await read(member, member.userId)).json()).toMatchObject({ theme: 'dark' })
  expect((await t.call('POST', '/user/set-theme/sepia', { token: member.token })).statusCode).toBe(400)
})

test('security 26: a body sent along with the theme changes nothing else', async ({ member }) => {
  const body = { roles: ['BillingAdmin'], accountId: 1, emailVerified: true, theme: 'light' }
  const response = await t.call('POST', '/user/set-theme/dark', { token: member.token, body })
  expect(response.json()).toMatchObject({
    theme: 'dark',
    emailVerified: false,
    accountId: member.accountId,
    roles: ['AccountOwner', 'User'],
  })
})

test('finds users whose name or email contains every word, ignoring case', async () => {
  const member = await t.register({ firstName: 'Ada', lastName: 'Stone' })
  await t.register({ firstName: 'Ada', lastName: 'Stranger' })
  const names = { first_name: 'Zoë', last_name: '100% Syrah', email: 'zoe_s@winery.example' }
  await t.deps.db
    .insertInto('users')
    .values({ id: t.deps.ids.next(), account_id: member.accountId, roles: ['User'], created_at: new Date(0), ...names })
    .execute()
  const found = async (query: string) => {
    const path = `/user/search?${new URLSearchParams({ query })}`
    const users: { firstName: string }[] = (await t.call('GET', path, { token: member.token })).json()
    return users.map(({ firstName }) => firstName)
  }
  expect(await found('')).toEqual(['Ada', 'Zoë'])
  expect(await found(' stone  ADA ')).toEqual(['Ada'])
  expect(await found('zoë')).toEqual(['Zoë'])
  expect(await found('WINERY.example syrah')).toEqual(['Zoë'])
  expect(await found('100%')).toEqual(['Zoë'])
  expect(await found('e_s')).toEqual(['Zoë'])
  for (const nothing of ['ada syrah', '%%', 'a_a', '\\', "'; drop table users --"])
    expect(await found(nothing)).toEqual([])
  const long = await t.call('GET', `/user/search?query=${'x'.repeat(201)}`, { token: member.token })
  expect([long.statusCode, long.json().errors]).toMatchObject([400, [{ field: 'query' }]])
})

test('security 27: a search returns only the contract fields', async ({ member: { token } }) => {
  const [user] = (await t.call('GET', '/user/search', { token })).json()
  const [listed] = (await t.call('GET', '/user', { token })).json()
  expect(user).toEqual(listed)
  expect(JSON.stringify(user)).not.toMatch(/argon|hash|token/i)
})
