import { expect } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { type NewNotification, notify } from './notify.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { test } = t
const db = unscoped(t.deps.db)

const joinAs = async ({ accountId }: Member, role: 'User' | 'AccountAdmin' | 'BillingAdmin'): Promise<string> => {
  const id = t.deps.ids.next()
  const [row] = await db.selectFrom('users').selectAll().where('account_id', '=', accountId).limit(1).execute()
  if (!row) throw new Error('an account has users')
  await db
    .insertInto('users')
    .values({ ...row, id, email: `${id}@winery.example`, first_name: role, roles: [role] })
    .execute()
  return id
}

const notice = ({ accountId }: Member): NewNotification => ({
  accountId,
  kind: 'syncFailed',
  to: 'administrators',
  subject: 'Till could not be read',
  paragraphs: ['The platform did not answer.'],
  link: { label: 'Open Till', path: '/admin/services/till' },
})

const sendNotification = (of: Member, change: Partial<NewNotification> = {}) =>
  notify(t.deps, t.deps.db, { ...notice(of), ...change })

const listOf = async ({ token }: Member) =>
  (await t.call('GET', '/notification', { token })).json<{ notificationId: string; subject: string; kind: string }[]>()

const subjectsIn = async ({ accountId }: Member): Promise<string[]> => {
  const rows = await db.selectFrom('notifications').select('user_id').where('account_id', '=', accountId).execute()
  return rows.map(({ user_id }) => user_id)
}

const mailsTo = async (address: string) => (await t.mails()).filter(({ to }) => to === address)

const copiesTo = async ({ email }: Member) =>
  (await mailsTo(email)).filter(({ subject }) => subject === 'Till could not be read')

test('notifies only administrators, in the app and by email', async () => {
  const owner = await t.register({ firstName: 'Ada' })
  const others = [await joinAs(owner, 'AccountAdmin'), await joinAs(owner, 'BillingAdmin'), await joinAs(owner, 'User')]
  await sendNotification(owner)
  expect((await subjectsIn(owner)).sort()).toEqual([owner.userId, others[0]].sort())
  expect(await listOf(owner)).toMatchObject([{ subject: 'Till could not be read', kind: 'syncFailed' }])
  const [copy] = await copiesTo(owner)
  expect(copy?.text).toContain('Hello Ada,\n\nThe platform did not answer.')
  expect(copy?.text).toContain('http://cuvee.test/admin/services/till')
  expect(copy?.html).toContain('href="http://cuvee.test/notifications?tab=preferences"')
  expect(await mailsTo(`${others[1]}@winery.example`)).toEqual([])
})

test('notifies billing users of payments, and disabled users of nothing', async ({ member: owner }) => {
  const [payer, gone] = [await joinAs(owner, 'BillingAdmin'), await joinAs(owner, 'BillingAdmin')]
  await t.setUser({ userId: gone }, { disabled_at: new Date() })
  await sendNotification(owner, { kind: 'paymentProblem', to: 'billing' })
  expect((await subjectsIn(owner)).sort()).toEqual([owner.userId, payer].sort())
})

test('notifies only users of the account', async () => {
  const [owner, other] = [await t.register(), await t.register()]
  await sendNotification(owner, { to: { userIds: [other.userId] } })
  expect([await subjectsIn(owner), await subjectsIn(other)]).toEqual([[], []])
})

test('notifies nobody whose role may not receive the kind, whoever asks for it', async ({ member: owner }) => {
  const userIds = [await joinAs(owner, 'BillingAdmin'), await joinAs(owner, 'User')]
  await sendNotification(owner, { kind: 'alert', to: { userIds } })
  expect(await subjectsIn(owner)).toEqual([userIds[1]])
})

test('notifies a user of an event once, also after the notification was deleted', async ({ member: owner }) => {
  const event = 'trial-ends-in-3'
  await sendNotification(owner, { event })
  const [first] = await listOf(owner)
  await t.call('DELETE', `/notification/${first?.notificationId}`, { token: owner.token })
  await sendNotification(owner, { event })
  await sendNotification(owner, { event: 'trial-ends-in-1' })
  expect(await listOf(owner)).toHaveLength(1)
  expect(await copiesTo(owner)).toHaveLength(2)
})

test.each([
  [{ inApp: true, email: false }, 1, 0],
  [{ inApp: false, email: true }, 0, 1],
  [{ inApp: false, email: false }, 0, 0],
])('applies the preference %j', async (ways, inProduct, byMail) => {
  const owner = await t.register()
  const body = { preferences: [{ kind: 'syncFailed', ...ways }] }
  await t.call('PUT', '/notification/preferences', { token: owner.token, body })
  await sendNotification(owner)
  expect([(await listOf(owner)).length, (await copiesTo(owner)).length]).toEqual([inProduct, byMail])
})

test('notifies nobody when the transaction rolls back', async ({ member: owner }) => {
  const undone = t.deps.db.transaction().execute(async (trx) => {
    await notify(t.deps, trx, notice(owner))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect([await listOf(owner), await copiesTo(owner)]).toEqual([[], []])
})

const reader = await t.register()

/** The Markdown of a notification that says this. */
const contentOf = async (text: Pick<NewNotification, 'paragraphs' | 'link'>): Promise<string | null | undefined> => {
  const isReaders = ['account_id', '=', reader.accountId] as const
  await db
    .deleteFrom('notifications')
    .where(...isReaders)
    .execute()
  await sendNotification(reader, text)
  return (
    await db
      .selectFrom('notifications')
      .select('content')
      .where(...isReaders)
      .executeTakeFirst()
  )?.content
}

test('separates paragraphs and ends with the link', async () => {
  const text = {
    paragraphs: ['Till failed.', 'It is tried again.'],
    link: { label: 'Open Till', path: '/admin' },
  } as const
  expect(await contentOf(text)).toBe('Till failed.\n\nIt is tried again.\n\n[Open Till](</admin>)')
})

test.each([
  ['[free wine](https://evil.example)', '\\[free wine\\](https://evil.example)'],
  ['![](https://evil.example/t.gif)', '\\!\\[\\](https://evil.example/t.gif)'],
  ['<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert(1)\\>'],
  ['**loud** _quiet_ `code`', '\\*\\*loud\\*\\* \\_quiet\\_ \\`code\\`'],
  ['# Heading', '\\# Heading'],
  ['- item', '\\- item'],
  ['1. item', '1\\. item'],
  ['two\n\nparagraphs', 'two paragraphs'],
  ['A & B &amp; C', 'A \\& B \\&amp; C'],
  ['Chardonnay 12.5% (2024)', 'Chardonnay 12.5% (2024)'],
])('security 39: %j in a name is text, not Markdown', async (name, expected) => {
  expect(await contentOf({ paragraphs: [name], link: undefined })).toBe(expected)
})
