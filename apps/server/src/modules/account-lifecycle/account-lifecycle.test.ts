import { describe, expect } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import type { Role } from '#domain/role.ts'
import { sendDueReportsJob } from '#server/modules/report-schedules/send-schedule.ts'
import { queueDueSyncs } from '#server/modules/services/sync/queue-syncs.ts'
import { addColleague, allEmails } from '#server/modules/team/colleague.fixture.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { purgeAccountsJob } from './purge-accounts.job.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { test } = t
const limited = await testApp({ runsJobs: false })

const remove = ({ token, password }: Pick<Member, 'token' | 'password'>, given = password) =>
  t.call('DELETE', '/account', { token, body: { password: given } })
const restore = ({ token }: Pick<Member, 'token'>) => t.call('POST', '/account/restore', { token })
const signIn = ({ email: username, password }: Member) =>
  t.call('POST', '/token', { body: { grant_type: 'password', username, password } })

const due = async ({ token }: Pick<Member, 'token'>) =>
  (await t.call('GET', '/account', { token })).json().deletionDueUtc

describe('deleting', () => {
  test('grants 30 days and shows the due date in the account', async ({ member: owner }) => {
    expect(await due(owner)).toBeNull()
    expect((await remove(owner)).statusCode).toBe(204)
    const end = new Date(t.clock.now() + 30 * DAY_MS).toISOString()
    expect(await due(owner)).toBe(end)
    t.clock.advance(60_000)
    expect((await remove(owner)).statusCode).toBe(204)
    expect(await due(owner)).toBe(end)
  })

  test("requires the caller's password, and keeps the session after a wrong one", async ({ member: owner }) => {
    for (const password of ['Wrong&pass1', `${owner.password} `]) {
      const response = await remove(owner, password)
      expect([response.statusCode, response.json().errors[0]]).toEqual([
        400,
        expect.objectContaining({ code: 'auth.wrong_current_password', field: 'password' }),
      ])
    }
    expect((await remove(owner, '')).json().errors[0]).toMatchObject({ field: 'password' })
    expect(await due(owner)).toBeNull()
    const { items } = (await t.call('GET', '/audit?action=account.remove_refused', { token: owner.token })).json()
    expect(items.length).toBe(2)
  })

  test('security 20: rejects the right password after ten wrong ones', async () => {
    const { token, password } = await limited.register()
    const deleteWith = (given: string) => limited.call('DELETE', '/account', { token, body: { password: given } })
    for (let wrong = 0; wrong < 10; wrong += 1) expect((await deleteWith('Wrong&pass1')).statusCode).toBe(400)
    expect((await deleteWith(password)).statusCode).toBe(429)
    limited.clock.advance(15 * 60_000)
    expect((await deleteWith(password)).statusCode).toBe(204)
  })

  test.each<Role>(['User', 'PowerUser', 'BillingAdmin', 'AccountAdmin'])('rejects the role %s', async (role) => {
    const owner = await t.register()
    const colleague = await addColleague(t, owner, [role])
    expect([(await remove(colleague)).statusCode, (await restore(colleague)).statusCode]).toEqual([403, 403])
    expect(await due(owner)).toBeNull()
    expect((await remove({ token: 'none', password: owner.password })).statusCode).toBe(401)
  })

  test('ends the sessions of all users except owners, and explains why at sign-in', async ({ member: owner }) => {
    const second = await addColleague(t, owner, ['AccountOwner'])
    const admin = await addColleague(t, owner, ['AccountAdmin'])
    const { refresh_token } = await t.signIn(admin.email, admin.password)
    await remove(owner)
    expect((await t.call('GET', '/account', { token: admin.token })).statusCode).toBe(401)
    const refreshed = await t.call('POST', '/token', { body: { grant_type: 'refresh_token', refresh_token } })
    expect([refreshed.statusCode, refreshed.json().errors[0].code]).toEqual([400, 'invalid_grant'])
    const refused = await signIn(admin)
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([
      409,
      'This account was deleted. An owner can sign in and restore it until July 17, 2026.',
    ])
    const wrong = { grant_type: 'password', username: admin.email, password: 'Wrong&pass1' }
    expect((await t.call('POST', '/token', { body: wrong })).statusCode).toBe(401)
    expect((await t.call('GET', '/account', { token: second.token })).statusCode).toBe(200)
    expect((await signIn(owner)).statusCode).toBe(200)
  })

  test('rejects an owner who was demoted in the meantime', async ({ member: owner }) => {
    const second = await addColleague(t, owner, ['AccountOwner'])
    await remove(owner)
    await t.setUser(second, { roles: ['User'] })
    expect((await t.call('GET', '/account', { token: second.token })).statusCode).toBe(401)
  })

  test('lets owners read and export their data but change nothing', async ({ member: owner }) => {
    await remove(owner)
    expect((await t.call('GET', '/dashboards', { token: owner.token })).statusCode).toBe(200)
    const change = await t.call('POST', '/dashboards', { token: owner.token, body: { name: 'New' } })
    expect([change.statusCode, change.json().errors[0].code]).toEqual([409, 'account.is_deleted'])
    expect((await t.call('GET', '/account/export', { token: owner.token })).statusCode).toBe(200)
  })

  test('works after the trial, as does restoring', async ({ member: owner }) => {
    await t.setAccount(owner, { trial_expires_at: new Date(0) })
    expect((await remove(owner)).statusCode).toBe(204)
    expect((await restore(owner)).statusCode).toBe(200)
  })

  test('emails the administrators, also on restore', async () => {
    const owner = await t.register({ accountName: 'Oak <b>Hill</b>', firstName: 'Ada', lastName: 'Stone' })
    const admin = await addColleague(t, owner, ['AccountAdmin'])
    const user = await addColleague(t, owner, ['User'])
    const mailed = async () => {
      const mails = await allEmails(t)
      return [owner, admin, user].map(({ email }) =>
        mails.filter(({ to }) => to === email).map(({ subject }) => subject.replace('Oak <b>Hill</b>', 'it')),
      )
    }
    const before = await mailed()
    await remove(owner)
    const email = (await allEmails(t)).find(({ to, subject }) => to === owner.email && subject.includes('deletion'))
    expect(email?.text).toContain('http://cuvee.test/admin/settings')
    expect(email?.text).toContain('July 17, 2026')
    expect(email?.html).not.toContain('<b>Hill')
    await restore(owner)
    const after = await mailed()
    expect(after.map((subjects, index) => subjects.slice(before[index]?.length))).toEqual([
      ['it is scheduled for deletion', 'it was restored'],
      ['it is scheduled for deletion', 'it was restored'],
      [],
    ])
  })

  test('is written to the audit log with its user', async ({ member: owner }) => {
    await remove(owner)
    await restore(owner)
    const { items } = (await t.call('GET', '/audit?action=account', { token: owner.token })).json()
    expect(items.map(({ action, userId }: { action: string; userId: string }) => [action, userId])).toEqual([
      ['account.restore', owner.userId],
      ['account.remove', owner.userId],
      ['account.created', owner.userId],
    ])
  })
})

describe('while deleted', () => {
  const withService = async (owner: Member) => {
    const now = new Date(t.clock.now())
    const id = t.deps.ids.next()
    const service = { id, account_id: owner.accountId, type: 'commerce7', name: 'Shop', created_at: now }
    await t.deps.db
      .insertInto('services')
      .values({ ...service, updated_at: now, sync_every_minutes: 60, next_sync_at: now })
      .execute()
    return id
  }
  const runsOf = ({ accountId }: Member) =>
    t.deps.db.selectFrom('service_runs').selectAll().where('account_id', '=', accountId).execute()

  test('cancels open runs and starts no others', async ({ member: owner }) => {
    await withService(owner)
    await queueDueSyncs(t.deps)
    expect((await runsOf(owner)).map(({ cancel_requested_at }) => cancel_requested_at)).toEqual([null])
    await remove(owner)
    expect((await runsOf(owner)).map((run) => run.cancel_requested_at)).toEqual([new Date(t.clock.now())])
    await t.deps.db.deleteFrom('service_runs').where('account_id', '=', owner.accountId).execute()
    t.clock.advance(DAY_MS)
    await queueDueSyncs(t.deps)
    expect(await runsOf(owner)).toEqual([])
  })

  test('sends no reports and keeps their schedules for a restore', async ({ member: owner }) => {
    const body = { reportType: 'Orders', name: 'Orders', columns: [{ columnId: 'orderCount' }] }
    const { id } = (await t.call('POST', '/reports', { token: owner.token, body })).json()
    const schedule = { cadence: 'daily', recipients: [owner.email] }
    const added = await t.call('POST', `/reports/${id}/schedules`, { token: owner.token, body: schedule })
    expect(added.statusCode).toBeLessThan(300)
    await remove(owner)
    t.clock.advance(2 * DAY_MS)
    const reports = async () =>
      (await allEmails(t)).filter(({ to, subject }) => to === owner.email && subject.startsWith('Orders')).length
    await runJob(sendDueReportsJob, t.deps)
    expect(await reports()).toBe(0)
    const { access_token: token } = await t.signIn(owner.email, owner.password)
    await restore({ token })
    await runJob(sendDueReportsJob, t.deps)
    expect(await reports()).toBe(1)
  })
})

describe('restoring', () => {
  test('restores everything', async ({ member: owner }) => {
    const colleague = await addColleague(t, owner, ['User'])
    const before = (await t.call('GET', '/account', { token: owner.token })).json()
    await remove(owner)
    expect((await restore(owner)).json()).toEqual(before)
    expect((await restore(owner)).json()).toEqual(before)
    expect((await signIn(colleague)).statusCode).toBe(200)
    expect((await t.call('POST', '/dashboards', { token: owner.token, body: { name: 'New' } })).statusCode).toBe(201)
  })

  test('is possible until the end of the grace period, and not after it', async () => {
    const [early, late] = [await t.register(), await t.register()]
    await remove(early)
    await remove(late)
    t.clock.advance(30 * DAY_MS - 1)
    await runJob(purgeAccountsJob, t.deps)
    const { access_token: token } = await t.signIn(early.email, early.password)
    expect((await restore({ token })).statusCode).toBe(200)
    const { access_token: other } = await t.signIn(late.email, late.password)
    t.clock.advance(1)
    expect((await restore({ token: other })).statusCode).toBe(404)
    await runJob(purgeAccountsJob, t.deps)
    expect((await t.call('GET', '/account', { token: other })).statusCode).toBe(401)
    expect((await t.call('GET', '/account', { token })).statusCode).toBe(200)
  })
})
