import { expect } from 'vitest'
import type { Role } from '#domain/role.ts'
import { testApp } from '#testkit/test-app.ts'
import { errorsOf, type Member } from '#testkit/test-client.ts'
import { addColleague } from './colleague.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { test } = t

const remove = ({ token }: Member, { userId }: Member) => t.call('DELETE', `/user/${userId}`, { token })
const LAST_OWNER = [{ code: 'user.last_owner', message: 'An account needs at least one owner' }]

const dashboardOf = async ({ token }: Member, name: string, isPublic: boolean): Promise<string> =>
  (await t.call('POST', '/dashboards', { token, body: { name, isPublic } })).json().slug

const reportOf = async ({ token }: Member, name: string, isPublic: boolean): Promise<string> => {
  const body = { name, isPublic, reportType: 'Orders', columns: [{ columnId: 'orderNumber' }] }
  return (await t.call('POST', '/reports', { token, body })).json().id
}

const sendDaily = ({ token }: Member, reportId: string, recipients: readonly string[]) =>
  t.call('POST', `/reports/${reportId}/schedules`, { token, body: { cadence: 'daily', recipients } })

test('security 11: signs out a deleted user, rejects sign-in and removes the user from lists', async () => {
  const owner = await t.register()
  const user = await addColleague(t, owner)
  expect((await remove(owner, user)).statusCode).toBe(204)
  expect((await t.call('GET', '/account', { token: user.token })).statusCode).toBe(401)
  const refresh = { grant_type: 'refresh_token', refresh_token: user.refreshToken }
  const refreshed = await t.call('POST', '/token', { body: refresh })
  expect([refreshed.statusCode, refreshed.json().errors[0].code]).toEqual([400, 'invalid_grant'])
  const signIn = { grant_type: 'password', username: user.email, password: user.password }
  expect((await t.call('POST', '/token', { body: signIn })).statusCode).toBe(401)
  expect((await t.call('GET', `/user/${user.userId}`, { token: owner.token })).statusCode).toBe(404)
  expect((await t.call('GET', '/user', { token: owner.token })).json()).toHaveLength(1)
  expect((await t.call('GET', '/account/status', { token: owner.token })).json()).toMatchObject({ currentUserCount: 1 })
  expect((await remove(owner, user)).statusCode).toBe(404)
})

test('the address of a deleted user can be added again', async ({ member: owner }) => {
  const user = await addColleague(t, owner)
  await remove(owner, user)
  const body = { firstName: 'New', lastName: 'Start', email: user.email, roles: ['User'] }
  expect((await t.call('POST', '/user/create', { token: owner.token, body })).statusCode).toBe(201)
})

test('transfers shared content of a deleted user to the caller and deletes private content', async () => {
  const owner = await t.register()
  const admin = await addColleague(t, owner, ['AccountAdmin'])
  const user = await addColleague(t, owner, ['PowerUser'], { firstName: 'Carl' })
  const colleague = await addColleague(t, owner)
  await dashboardOf(admin, 'Cellar', false)
  await dashboardOf(user, 'Cellar', true)
  await dashboardOf(user, 'Tasting room', true)
  await dashboardOf(user, 'Mine', false)
  const [shared, own] = [await reportOf(user, 'Shared', true), await reportOf(user, 'Own', false)]
  await remove(admin, user)
  const dashboards: { slug: string; isDefault: boolean }[] = (
    await t.call('GET', '/dashboards', { token: admin.token })
  ).json()
  const slugs = dashboards.map(({ slug }) => slug).sort()
  expect(slugs).toEqual(['cellar', 'cellar-2', 'cuvee-dashboard', 'tasting-room'])
  expect(dashboards.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  expect((await t.call('GET', '/dashboards/tasting-room', { token: colleague.token })).statusCode).toBe(200)
  const owned: { id: string }[] = (await t.call('GET', '/reports/my', { token: admin.token })).json()
  expect(owned.map(({ id }) => id)).toEqual([shared])
  expect((await t.call('GET', `/reports/${shared}`, { token: colleague.token })).statusCode).toBe(200)
  expect((await t.call('GET', `/reports/${own}`, { token: owner.token })).statusCode).toBe(404)
})

test('keeps sending shared reports to the remaining recipients', async ({ member: owner }) => {
  const user = await addColleague(t, owner, ['PowerUser'])
  const shared = await reportOf(user, 'Shared', true)
  await sendDaily(user, shared, [user.email, owner.email])
  await sendDaily(owner, shared, [user.email])
  await remove(owner, user)
  const schedules = (await t.call('GET', `/reports/${shared}/schedules`, { token: owner.token })).json()
  expect(schedules.map(({ recipients }: { recipients: string[] }) => recipients)).toEqual([[owner.email]])
  const rows = await t.deps.db
    .selectFrom('report_schedules')
    .select('user_id')
    .where('account_id', '=', owner.accountId)
    .execute()
  expect(rows).toEqual([{ user_id: owner.userId }])
})

test('revokes pending invitations sent by a deleted user', async ({ member: owner }) => {
  const admin = await addColleague(t, owner, ['AccountAdmin'])
  const body = { email: `open-${owner.accountId}@oak.example`, roles: ['User'] }
  await t.call('POST', '/invitation', { token: admin.token, body })
  await remove(owner, admin)
  const { items } = (await t.call('GET', '/invitation', { token: owner.token })).json()
  expect(items).toMatchObject([{ email: body.email, state: 'revoked', invitedByName: 'Carl Cork' }])
})

type Case = [actor: Role[], target: Role[], status: number]

test.each<Case>([
  [['AccountAdmin'], ['User'], 204],
  [['AccountAdmin'], ['AccountAdmin'], 204],
  [['AccountAdmin'], ['AccountOwner'], 409],
  [['AccountOwner'], ['AccountOwner'], 204],
  [['PowerUser'], ['User'], 403],
  [['BillingAdmin'], ['User'], 403],
])('security 24: returns for %j deleting %j: %i', async (actorRoles, targetRoles, status) => {
  const owner = await t.register()
  const actor = await addColleague(t, owner, actorRoles)
  const target = await addColleague(t, owner, targetRoles)
  expect((await remove(actor, target)).statusCode).toBe(status)
  const { statusCode } = await t.call('GET', '/account', { token: target.token })
  expect(statusCode).toBe(status === 204 ? 401 : 200)
})

test('security 24: rejects deleting the last owner', async ({ member: owner }) => {
  const admin = await addColleague(t, owner, ['AccountAdmin'])
  for (const actor of [owner, admin]) {
    const response = await remove(actor, owner)
    expect([response.statusCode, errorsOf(response)]).toEqual([409, LAST_OWNER])
  }
  expect((await t.call('GET', '/account', { token: owner.token })).statusCode).toBe(200)
})

test('transfers shared content to the oldest owner when users remove themselves', async ({ member: owner }) => {
  const admin = await addColleague(t, owner, ['AccountAdmin'])
  const shared = await reportOf(admin, 'Shared', true)
  expect((await remove(admin, admin)).statusCode).toBe(204)
  const owned: { id: string }[] = (await t.call('GET', '/reports/my', { token: owner.token })).json()
  expect(owned.map(({ id }) => id)).toEqual([shared])
})

test('security 24: one owner stays when two delete each other or themselves concurrently', async () => {
  for (const isMutual of [true, false, true, false]) {
    const owner = await t.register()
    const second = await addColleague(t, owner, ['AccountOwner'])
    const [first, last] = isMutual ? [second, owner] : [owner, second]
    const responses = await Promise.all([remove(owner, first), remove(second, last)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    const { length } = await t.deps.db
      .selectFrom('users')
      .select('id')
      .where('account_id', '=', owner.accountId)
      .execute()
    expect(length).toBe(1)
  }
})
