import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { addColleague } from './colleague.fixture.ts'

const t = await testApp({ runsJobs: false })
const owner = await t.register()

const dashboardsStatus = async (token: string) => (await t.call('GET', '/dashboards', { token })).statusCode
const change = async (token: string, method: 'POST' | 'DELETE', path: string) =>
  (await t.call(method, path, { token })).statusCode
const signIn = async ({ email: username, password }: Member) =>
  (await t.call('POST', '/token', { body: { grant_type: 'password', username, password } })).statusCode

test('a user ends one session, and nobody else’s', async () => {
  const [member, other] = [await addColleague(t, owner), await addColleague(t, owner)]
  const { access_token: second } = await t.signIn(member.email, member.password)
  const { items } = (await t.call('GET', '/user/sessions', { token: member.token })).json()
  const { id } = items.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  expect(await change(other.token, 'DELETE', `/user/sessions/${id}`)).toBe(404)
  expect(await dashboardsStatus(second)).toBe(200)
  expect(await change(member.token, 'DELETE', `/user/sessions/${id}`)).toBe(204)
  expect([await dashboardsStatus(second), await dashboardsStatus(member.token)]).toEqual([401, 200])
})

test('an administrator sees and ends sessions of others, but not of those above', async () => {
  const [admin, member] = [await addColleague(t, owner, ['AccountAdmin']), await addColleague(t, owner)]
  t.clock.advance(1_000)
  const { access_token: second } = await t.signIn(member.email, member.password)
  const path = `/user/${member.userId}/sessions`
  const { items, total } = (await t.call('GET', path, { token: admin.token })).json()
  expect([total, items[0]]).toMatchObject([2, { ip: '127.0.0.1', isCurrent: false }])
  const first = items[1].id
  expect(await change(admin.token, 'DELETE', `${path}/${first}`)).toBe(204)
  expect([await dashboardsStatus(member.token), await dashboardsStatus(second)]).toEqual([401, 200])
  expect(await change(admin.token, 'DELETE', path)).toBe(204)
  expect(await dashboardsStatus(second)).toBe(401)
  expect(await change(admin.token, 'DELETE', `/user/${owner.userId}/sessions`)).toBe(409)
  expect(await dashboardsStatus(owner.token)).toBe(200)
  const stranger = await t.register()
  expect((await t.call('GET', path, { token: stranger.token })).statusCode).toBe(404)
})

test('a disabled user cannot sign in until enabled, and is listed apart', async () => {
  const member = await addColleague(t, owner)
  const list = async (path: string): Promise<string[]> =>
    (await t.call('GET', path, { token: owner.token })).json().map(({ id }: { id: string }) => id)
  expect(await change(owner.token, 'POST', `/user/${member.userId}/disable`)).toBe(204)
  expect([await dashboardsStatus(member.token), await signIn(member)]).toEqual([401, 401])
  expect([await list('/user/disabled'), (await list('/user')).includes(member.userId)]).toEqual([
    [member.userId],
    false,
  ])
  expect(await change(owner.token, 'POST', `/user/${member.userId}/enable`)).toBe(204)
  expect([await signIn(member), await list('/user/disabled')]).toEqual([200, []])
})

interface Attempt {
  readonly who: string
  readonly token: () => Promise<string>
  readonly status: number
}

test.each<Attempt>([
  { who: 'oneself', token: async () => owner.token, status: 409 },
  { who: 'a user of another account', token: async () => (await t.register()).token, status: 404 },
  {
    who: 'an owner, as administrator',
    token: async () => (await addColleague(t, owner, ['AccountAdmin'])).token,
    status: 409,
  },
])('cannot disable $who', async ({ token, status }) => {
  expect(await change(await token(), 'POST', `/user/${owner.userId}/disable`)).toBe(status)
  expect(await dashboardsStatus(owner.token)).toBe(200)
})
