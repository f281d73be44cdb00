import { expect } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { deleteOldRowsJob } from '#server/modules/system/delete-old-rows.job.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const { test } = t

/** Notifies a member; later ones are a minute newer. */
const notify = async ({ accountId, userId }: Member, subject: string): Promise<string> => {
  t.clock.advance(60_000)
  const id = t.deps.ids.next()
  const row = { id, account_id: accountId, user_id: userId, created_at: new Date(t.clock.now()) }
  await t.deps.db
    .insertInto('notifications')
    .values({ ...row, kind: 'syncFailed', subject, content: `About *${subject}*` })
    .execute()
  return id
}

test('a new account has no notifications', async ({ member: { token } }) => {
  const response = await t.call('GET', '/notification', { token })
  expect([response.statusCode, response.json()]).toEqual([200, []])
})

test('notifications are listed newest first, unread, without their content', async ({ member }) => {
  const older = await notify(member, 'Older')
  const newer = await notify(member, 'Newer')
  const createdDateUtc = new Date(t.clock.now()).toISOString()
  const list = (await t.call('GET', '/notification', { token: member.token })).json()
  expect(list[0]).toEqual({ notificationId: newer, createdDateUtc, read: false, subject: 'Newer', kind: 'syncFailed' })
  expect(list[1].notificationId).toBe(older)
})

test('keeps the time of the first read', async ({ member }) => {
  const id = await notify(member, 'Release')
  const detail = (await t.call('GET', `/notification/${id}`, { token: member.token })).json()
  expect(detail).toMatchObject({ read: false, readDateUtc: null, content: 'About *Release*' })
  const first = (await t.call('PUT', `/notification/${id}/read`, { token: member.token })).json()
  expect(first).toMatchObject({ read: true, readDateUtc: new Date(t.clock.now()).toISOString() })
  t.clock.advance(60_000)
  expect((await t.call('PUT', `/notification/${id}/read`, { token: member.token })).json()).toEqual(first)
})

test('does not list a deleted notification', async ({ member }) => {
  const id = await notify(member, 'Release')
  expect((await t.call('DELETE', `/notification/${id}`, { token: member.token })).statusCode).toBe(204)
  expect((await t.call('GET', '/notification', { token: member.token })).json()).toEqual([])
  expect((await t.call('DELETE', `/notification/${id}`, { token: member.token })).statusCode).toBe(404)
})

test('restores a deleted notification', async ({ member }) => {
  const { token } = member
  const id = await notify(member, 'Release')
  await t.call('PUT', `/notification/${id}/read`, { token })
  const before = (await t.call('GET', '/notification', { token })).json()
  await t.call('DELETE', `/notification/${id}`, { token })
  expect((await t.call('GET', `/notification/${id}`, { token })).statusCode).toBe(404)
  expect((await t.call('PUT', `/notification/${id}/read`, { token })).statusCode).toBe(404)
  const restored = await t.call('POST', `/notification/${id}/restore`, { token })
  expect([restored.statusCode, restored.json().subject]).toEqual([200, 'Release'])
  expect((await t.call('GET', '/notification', { token })).json()).toEqual(before)
})

test("marks all as read, keeps earlier read times, and leaves other users' unread", async () => {
  const [member, other] = [await t.register(), await t.register()]
  const [first, second, theirs] = [await notify(member, 'A'), await notify(member, 'B'), await notify(other, 'C')]
  const { readDateUtc } = (await t.call('PUT', `/notification/${first}/read`, { token: member.token })).json()
  t.clock.advance(60_000)
  expect((await t.call('PUT', '/notification/read-all', { token: member.token })).statusCode).toBe(204)
  const timeOf = async (id: string, { token }: Member) =>
    (await t.call('GET', `/notification/${id}`, { token })).json().readDateUtc
  expect(await timeOf(first, member)).toBe(readDateUtc)
  expect(await timeOf(second, member)).toBe(new Date(t.clock.now()).toISOString())
  expect(await timeOf(theirs, other)).toBeNull()
})

test("security 22: does not find another user's notification", async () => {
  const [owner, other] = [await t.register(), await t.register()]
  const id = await notify(owner, 'Private')
  const { token } = other
  const responses = await Promise.all([
    t.call('GET', `/notification/${id}`, { token }),
    t.call('PUT', `/notification/${id}/read`, { token }),
    t.call('DELETE', `/notification/${id}`, { token }),
    t.call('POST', `/notification/${id}/restore`, { token }),
  ])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  expect((await t.call('GET', `/notification/${id}`, { token: owner.token })).json()).toMatchObject({ read: false })
})

test('deletes notifications after 180 days, deleted ones after 30', async ({ member }) => {
  const { token } = member
  const [kept, deleted] = [await notify(member, 'Kept'), await notify(member, 'Deleted')]
  await t.call('DELETE', `/notification/${deleted}`, { token })
  const deleteAfter = (days: number) =>
    runJob(deleteOldRowsJob, { ...t.deps, clock: { now: () => t.clock.now() + days * DAY_MS } })
  const restored = async (id: string) => (await t.call('POST', `/notification/${id}/restore`, { token })).statusCode
  await deleteAfter(31)
  expect([await restored(kept), await restored(deleted)]).toEqual([200, 404])
  await deleteAfter(181)
  expect(await restored(kept)).toBe(404)
})

test('a name in a subject is plain text in lists, and escaped where the subject is read as Markdown', async () => {
  const member = await t.register()
  const subject = '*Ann* _Lee_ shared [all] with you'
  const id = await notify(member, subject)
  expect((await t.call('GET', '/notification', { token: member.token })).json()).toMatchObject([{ subject }])
  expect((await t.call('GET', `/notification/${id}`, { token: member.token })).json()).toMatchObject({
    subject: '\\*Ann\\* \\_Lee\\_ shared \\[all\\] with you',
  })
})

test('notifications can be read after the trial has ended, but not deleted', async ({ member }) => {
  const { token, accountId } = member
  const id = await notify(member, 'Release')
  await t.setAccount({ accountId }, { trial_expires_at: new Date(t.clock.now() - DAY_MS) })
  expect((await t.call('PUT', `/notification/${id}/read`, { token })).json()).toMatchObject({ read: true })
  expect((await t.call('PUT', '/notification/read-all', { token })).statusCode).toBe(204)
  expect((await t.call('DELETE', `/notification/${id}`, { token })).statusCode).toBe(402)
})
