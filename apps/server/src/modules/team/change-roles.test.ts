import { describe, expect } from 'vitest'
import type { Role } from '#domain/role.ts'
import { testApp } from '#testkit/test-app.ts'
import { errorsOf, type Member } from '#testkit/test-client.ts'
import { addColleague } from './colleague.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { test } = t

const changeRoles = ({ token }: Member, { userId }: Member, roles: unknown) =>
  t.call('POST', `/user/update-role/${userId}`, { token, body: { roles } })
const rolesOf = async ({ token, userId }: Member) => (await t.call('GET', `/user/${userId}`, { token })).json().roles
const ABOVE = [{ code: 'user.above_oneself', message: 'Only an account owner can do this' }]
const LAST_OWNER = [{ code: 'user.last_owner', message: 'An account needs at least one owner' }]

test('security 11: changed roles apply to the next request of the same session', async ({ member: owner }) => {
  const user = await addColleague(t, owner)
  expect((await t.call('GET', '/service', { token: user.token })).statusCode).toBe(403)
  const response = await changeRoles(owner, user, ['AccountAdmin', 'User'])
  expect(response.json()).toMatchObject({ id: user.userId, roles: ['User', 'AccountAdmin'] })
  expect((await t.call('GET', '/service', { token: user.token })).statusCode).toBe(200)
  await changeRoles(owner, user, ['PowerUser'])
  expect((await t.call('GET', '/service', { token: user.token })).statusCode).toBe(403)
  expect(await rolesOf(user)).toEqual(['PowerUser'])
})

type Case = [actor: Role[], target: Role[], wanted: Role[], status: number]

test.each<Case>([
  [['AccountAdmin'], ['User'], ['AccountAdmin', 'BillingAdmin'], 200],
  [['AccountAdmin'], ['AccountAdmin'], ['User'], 200],
  [['AccountAdmin'], ['User'], ['AccountOwner'], 409],
  [['AccountAdmin'], ['AccountOwner'], ['User'], 409],
  [['AccountAdmin'], ['AccountOwner'], ['AccountOwner', 'BillingAdmin'], 409],
  [['AccountOwner'], ['User'], ['AccountOwner'], 200],
  [['AccountOwner'], ['AccountOwner'], ['User'], 200],
  [['PowerUser', 'BillingAdmin'], ['User'], ['BillingAdmin'], 403],
])('security 24: returns for %j changing %j to %j: %i', async (actorRoles, targetRoles, wanted, status) => {
  const owner = await t.register()
  const actor = await addColleague(t, owner, actorRoles)
  const target = await addColleague(t, owner, targetRoles)
  const response = await changeRoles(actor, target, wanted)
  expect(response.statusCode).toBe(status)
  if (status === 409) expect(errorsOf(response)).toEqual(ABOVE)
  expect(await rolesOf(target)).toEqual(status === 200 ? expect.arrayContaining(wanted) : targetRoles)
})

test('security 24: rejects raising one’s own role and demoting the last owner', async ({ member: owner }) => {
  const admin = await addColleague(t, owner, ['AccountAdmin'])
  expect(errorsOf(await changeRoles(admin, admin, ['AccountOwner']))).toEqual(ABOVE)
  for (const actor of [owner, admin]) {
    const response = await changeRoles(actor, owner, ['AccountAdmin'])
    expect([response.statusCode, errorsOf(response)]).toEqual([409, LAST_OWNER])
  }
  expect(await rolesOf(owner)).toContain('AccountOwner')
})

test('a disabled owner does not count as another owner', async ({ member: owner }) => {
  const second = await addColleague(t, owner, ['AccountOwner'])
  await t.setUser(second, { disabled_at: new Date(t.clock.now()) })
  expect(errorsOf(await changeRoles(owner, owner, ['User']))).toEqual(LAST_OWNER)
})

test('security 24: one owner stays when two demote each other concurrently', async () => {
  for (const lesser of ['AccountAdmin', 'User', 'AccountAdmin', 'User']) {
    const owner = await t.register()
    const second = await addColleague(t, owner, ['AccountOwner'])
    const responses = await Promise.all([changeRoles(owner, second, [lesser]), changeRoles(second, owner, [lesser])])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(errorsOf(responses.find(({ statusCode }) => statusCode === 409) ?? responses[0])).toEqual(LAST_OWNER)
    const rows = await t.deps.db.selectFrom('users').select('roles').where('account_id', '=', owner.accountId).execute()
    expect(rows.filter(({ roles }) => roles.includes('AccountOwner'))).toHaveLength(1)
  }
})

test('security 24: rejects a caller who lost the roles while waiting for the lock', async ({ member: owner }) => {
  const [second, third] = [
    await addColleague(t, owner, ['AccountOwner']),
    await addColleague(t, owner, ['AccountOwner']),
  ]
  const responses = await Promise.all([
    changeRoles(owner, second, ['User']),
    changeRoles(second, owner, ['User']),
    changeRoles(third, third, ['AccountOwner']),
  ])
  expect(
    responses
      .map(({ statusCode }) => statusCode)
      .slice(0, 2)
      .sort(),
  ).toEqual([200, 403])
})

const firstOwner = await t.register()
const secondOwner = await addColleague(t, firstOwner, ['AccountOwner'])
const employee = await addColleague(t, firstOwner)

describe('ownership is for people', () => {
  const newOwner = (name: string) => ({
    ...{ firstName: 'Eve', lastName: 'Oak', roles: ['AccountOwner'] },
    email: `${name}-${firstOwner.accountId}@oak.example`,
  })
  const changes = [
    ['create', 'POST', '/user/create', newOwner('created')],
    ['invite', 'POST', '/invitation', newOwner('invited')],
    ['promote', 'POST', `/user/update-role/${employee.userId}`, { roles: ['AccountOwner'] }],
    ['demote', 'POST', `/user/update-role/${secondOwner.userId}`, { roles: ['User'] }],
    ['remove', 'DELETE', `/user/${secondOwner.userId}`, undefined],
  ] as const
  const createKey = async (path: string): Promise<string> =>
    (await t.call('POST', path, { token: firstOwner.token, body: { name: 'Key', scope: 'admin' } })).json().key

  test.each(changes)('a key cannot %s an owner', async (_name, method, path, body) => {
    const refused = await t.call(method, path, { token: await createKey('/api-keys'), body })
    expect([refused.statusCode, errorsOf(refused)]).toMatchObject([403, [{ code: 'auth.key_not_owner' }]])
  })

  test('a key changes other roles, and a service key is refused by name', async () => {
    const roles = ['PowerUser']
    const change = (token: string) => t.call('POST', `/user/update-role/${employee.userId}`, { token, body: { roles } })
    expect((await change(await createKey('/api-keys'))).json()).toMatchObject({ roles })
    const refused = await change(await createKey('/account/api-keys'))
    expect([refused.statusCode, errorsOf(refused)]).toMatchObject([403, [{ code: 'auth.key_not_personal' }]])
  })

  test.each([...changes, ['disable', 'POST', `/user/${secondOwner.userId}/disable`, undefined] as const])(
    'a session proves who its user is to %s an owner',
    async (_name, method, path, body) => {
      t.clock.advance(15 * 60_000)
      const { access_token: token } = await t.signIn(firstOwner.email, firstOwner.password)
      t.clock.advance(15 * 60_000)
      const refused = await t.call(method, path, { token, body })
      expect([refused.statusCode, refused.json()]).toMatchObject([428, { methods: ['password'] }])
    },
  )
})

test.each([[[]], ['User'], [['Emperor']], [undefined], [[null]]])('rejects the roles %j by field', async (roles) => {
  const owner = await t.register()
  const response = await changeRoles(owner, owner, roles)
  expect(response.statusCode).toBe(400)
  expect(errorsOf(response)).toMatchObject([{ code: 'request.invalid', field: expect.stringMatching(/^roles/) }])
})

test('a demotion revokes pending invitations that the user may no longer send', async ({ member: owner }) => {
  const second = await addColleague(t, owner, ['AccountOwner'])
  const invite = async (name: string, role: Role) => {
    const body = { email: `${name}-${owner.accountId}@oak.example`, roles: [role] }
    return (await t.call('POST', '/invitation', { token: second.token, body })).json().id
  }
  const ids = { boss: await invite('boss', 'AccountOwner'), admin: await invite('admin', 'AccountAdmin') }
  const states = async () => {
    const { items } = (await t.call('GET', '/invitation', { token: owner.token })).json()
    return Object.fromEntries(items.map(({ id, state }: { id: string; state: string }) => [id, state]))
  }
  await changeRoles(owner, second, ['AccountAdmin'])
  expect(await states()).toEqual({ [ids.boss]: 'revoked', [ids.admin]: 'pending' })
  await changeRoles(owner, second, ['PowerUser'])
  expect(await states()).toEqual({ [ids.boss]: 'revoked', [ids.admin]: 'revoked' })
})

test('security 50: writes the user and both role lists to the audit log', async ({ member: owner }) => {
  const user = await addColleague(t, owner)
  await changeRoles(owner, user, ['PowerUser', 'BillingAdmin'])
  await t.call('DELETE', `/user/${user.userId}`, { token: owner.token })
  const lines = await t.deps.db
    .selectFrom('audit_log')
    .select(['action', 'user_id', 'target', 'details'])
    .where((eb) => eb.and({ account_id: owner.accountId, target: user.userId }))
    .orderBy('id')
    .execute()
  const roles = ['PowerUser', 'BillingAdmin']
  const by = { user_id: owner.userId, target: user.userId }
  expect(lines).toEqual([
    { ...by, action: 'users.updateRole', details: { email: user.email, rolesBefore: ['User'], roles } },
    { ...by, action: 'users.remove', details: { name: 'Carl Cork', email: user.email, roles } },
  ])
})
