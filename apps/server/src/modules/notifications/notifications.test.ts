import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })

/** Notifies a member; later ones are a minute newer. */
const notify = async ({ accountId, userId }: Member, subject: string): Promise<string> => {
  t.clock.advance(60_000)
  const id = t.deps.ids.next()
  const row = { id, account_id: accountId, user_id: userId, created_at: new Date(t.clock.now()) }
  await t.deps.db
    .insertInto('notifications')
    .values({ ...row, subject, content: `About *${subject}*` })
    .execute()
  return id
}

test('a new account has no notifications', async () => {
  const { token } = await t.register()
  const response = await t.call('GET', '/notification', { token })
  expect([response.statusCode, response.json()]).toEqual([200, []])
})

test('notifications are listed newest first, unread, without their content', async () => {
  const member = await t.register()
  const older = await notify(member, 'Older')
  const newer = await notify(member, 'Newer')
  const createdDateUtc = new Date(t.clock.now()).toISOString()
  const list = (await t.call('GET', '/notification', { token: member.token })).json()
  expect(list[0]).toEqual({ notificationId: newer, createdDateUtc, read: false, subject: 'Newer' })
  expect(list[1].notificationId).toBe(older)
})

test('reading marks a notification once: the first time counts', async () => {
  const member = await t.register()
  const id = await notify(member, 'Release')
  const detail = (await t.call('GET', `/notification/${id}`, { token: member.token })).json()
  expect(detail).toMatchObject({ read: false, readDateUtc: null, content: 'About *Release*' })
  const first = (await t.call('PUT', `/notification/${id}/read`, { token: member.token })).json()
  expect(first).toMatchObject({ read: true, readDateUtc: new Date(t.clock.now()).toISOString() })
  t.clock.advance(60_000)
  expect((await t.call('PUT', `/notification/${id}/read`, { token: member.token })).json()).toEqual(first)
})

test('a deleted notification is gone', async () => {
  const member = await t.register()
  const id = await notify(member, 'Release')
  expect((await t.call('DELETE', `/notification/${id}`, { token: member.token })).statusCode).toBe(204)
  expect((await t.call('GET', '/notification', { token: member.token })).json()).toEqual([])
  expect((await t.call('DELETE', `/notification/${id}`, { token: member.token })).statusCode).toBe(404)
})

test("another user's notification is not there", async () => {
  const [owner, other] = [await t.register(), await t.register()]
  const id = await notify(owner, 'Private')
  const { token } = other
  const responses = await Promise.all([
    t.call('GET', `/notification/${id}`, { token }),
    t.call('PUT', `/notification/${id}/read`, { token }),
    t.call('DELETE', `/notification/${id}`, { token }),
  ])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  expect((await t.call('GET', `/notification/${id}`, { token: owner.token })).json()).toMatchObject({ read: false })
})
