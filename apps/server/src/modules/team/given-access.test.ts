import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { inTransaction, unscoped } from '#server/db/database.ts'
import { applyChange } from '#server/operator/account.command.ts'
import { readAccountChange } from '#server/operator/account-change.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { addColleague, findEmail, findEmailedLink } from './colleague.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const db = unscoped(t.deps.db)

const post = async ({ token }: Member, path: string, body: object) => {
  const response = await t.call('POST', path, { token, body })
  if (response.statusCode >= 300) throw new Error(response.body)
  return response.body === '' ? null : response.json()
}

let invited = 0

/** One of everything that a person can give out, by what it opens. */
const giveOut = async (member: Member) => {
  invited += 1
  const email = `guest-${invited}@oak.example`
  await post(member, '/invitation', { email, roles: ['AccountAdmin'] })
  const invitation = (await findEmailedLink(t, email, 'You are invited to Cuvee')).searchParams.get('token')
  const { url } = await post(member, '/dashboards/default/view-links', { name: 'TV' })
  const personal = await post(member, '/api-keys', { name: 'Script', scope: 'write' })
  const service = await post(member, '/account/api-keys', { name: `Export ${invited}`, scope: 'admin' })
  const { accountId: account_id, userId: user_id } = member
  const consent = { account_id, user_id, session_id: 'any', state_hash: `state-${invited}`, type: 'woocommerce' }
  await db
    .insertInto('service_consents')
    .values({ ...consent, settings: '{}', created_at: new Date(t.clock.now()) })
    .execute()
  const status = async (...args: Parameters<typeof t.call>) => (await t.call(...args)).statusCode
  return {
    name: service.name,
    keyId: service.id,
    works: async () => ({
      invitation: (await status('POST', '/account/join/look', { body: { token: invitation } })) === 200,
      viewLink: (await status('POST', '/view', { body: { token: new URL(url).hash.slice(1) } })) === 200,
      personalKey: (await status('GET', '/dashboards', { token: personal.key })) === 200,
      serviceKey: (await status('GET', '/account', { token: service.key })) === 200,
      consent:
        (await db.selectFrom('service_consents').selectAll().where('user_id', '=', user_id).execute()).length === 1,
    }),
  }
}

const ALL = { invitation: true, viewLink: true, personalKey: true, serviceKey: true, consent: true }
const SERVICE_KEY_ONLY = { invitation: false, viewLink: false, personalKey: false, serviceKey: true, consent: false }

const keysOf = async ({ token }: Member): Promise<{ id: string }[]> =>
  (await t.call('GET', '/account/api-keys', { token })).json()

interface Way {
  readonly way: string
  /** reduces what the colleague may do, and gives it back where that is possible */
  readonly change: (owner: Member, colleague: Member) => Promise<unknown>
}

const setRoles = (owner: Member, { userId }: Member, roles: string[]) =>
  post(owner, `/user/update-role/${userId}`, { roles })
const byOperator = ({ email }: Member, roles: string) =>
  inTransaction(t.deps.db, (trx) => applyChange({ ...t.deps, db: trx }, readAccountChange([email, '--roles', roles])))

const WAYS: readonly Way[] = [
  {
    way: 'disabled, and enabled again',
    change: async (owner, { userId }) => {
      await post(owner, `/user/${userId}/disable`, {})
      await post(owner, `/user/${userId}/enable`, {})
    },
  },
  {
    way: 'demoted, and promoted again',
    change: async (owner, colleague) => {
      await setRoles(owner, colleague, ['User'])
      await setRoles(owner, colleague, ['AccountAdmin'])
    },
  },
  {
    way: 'deleted',
    change: ({ token }, { userId }) => t.call('DELETE', `/user/${userId}`, { token }),
  },
  {
    way: 'demoted and promoted by the operator',
    change: async (_, colleague) => {
      await byOperator(colleague, 'User')
      await byOperator(colleague, 'AccountAdmin')
    },
  },
]

describe.each(WAYS)('of a user who is $way', ({ change }) => {
  test('nothing that the user has given out opens anything, and owners decide about service keys', async () => {
    const owner = await t.register()
    const colleague = await addColleague(t, owner, ['AccountAdmin'], { firstName: 'Carl', lastName: 'Cork' })
    const other = await addColleague(t, owner, ['AccountAdmin'])
    const [given, others] = [await giveOut(colleague), await giveOut(other)]
    expect([await given.works(), await others.works()]).toEqual([ALL, ALL])
    await change(owner, colleague)
    expect([await given.works(), await others.works()]).toEqual([SERVICE_KEY_ONLY, ALL])
    const isDue = { createdByName: 'Carl Cork', isDecisionDue: true }
    expect((await keysOf(owner)).find(({ id }) => id === given.keyId)).toMatchObject(isDue)
    expect((await keysOf(owner)).find(({ id }) => id === others.keyId)).toMatchObject({ isDecisionDue: false })
    const mail = await findEmail(t, owner.email, 'Carl Cork created service keys that still work')
    expect(mail?.text).toContain(given.name)
  })
})

test('an owner keeps a service key and stands for it; nobody else decides', async () => {
  const owner = await t.register({ firstName: 'Ada', lastName: 'Stone' })
  const [colleague, admin] = [
    await addColleague(t, owner, ['AccountAdmin']),
    await addColleague(t, owner, ['AccountAdmin']),
  ]
  const { keyId } = await giveOut(colleague)
  const keep = async ({ token }: Member) =>
    (await t.call('POST', `/account/api-keys/${keyId}/keep`, { token })).statusCode
  expect(await keep(owner)).toBe(404)
  await post(owner, `/user/${colleague.userId}/disable`, {})
  expect([await keep(admin), await keep(owner), await keep(owner)]).toEqual([403, 204, 404])
  expect((await keysOf(owner)).find(({ id }) => id === keyId)).toMatchObject({
    createdByName: 'Ada Stone',
    isDecisionDue: false,
  })
})

test.each([
  ['service key', '/account/api-keys', { name: 'Till', scope: 'admin' }],
  ['view link', '/dashboards/default/view-links', { name: 'TV' }],
])('a %s that is created during the demotion of its maker is refused', async (_, path, body) => {
  const owner = await t.register()
  const colleague = await addColleague(t, owner, ['AccountAdmin'])
  const { token, accountId, userId } = colleague
  const creation = await inTransaction(t.deps.db, async (trx) => {
    const update = unscoped(trx)
      .updateTable('users')
      .set({ roles: ['User'] })
    await update.where('account_id', '=', accountId).where('id', '=', userId).execute()
    const created = t.call('POST', path, { token, body })
    // It has been authenticated and waits for the row.
    await setTimeout(500)
    return { created }
  })
  expect((await creation.created).statusCode).toBe(403)
  expect(await keysOf(owner)).toEqual([])
})

test('a demotion leaves what the remaining roles allow, except personal keys', async () => {
  const owner = await t.register()
  const colleague = await addColleague(t, owner, ['AccountOwner'])
  const { works } = await giveOut(colleague)
  await setRoles(owner, colleague, ['AccountAdmin'])
  expect(await works()).toEqual({ ...ALL, personalKey: false, consent: false })
  const { works: worksLater } = await giveOut(colleague)
  await setRoles(owner, colleague, ['AccountAdmin', 'BillingAdmin'])
  expect(await worksLater()).toEqual(ALL)
})
