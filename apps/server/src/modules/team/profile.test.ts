import { expect } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import { errorsOf, type Member } from '#testkit/test-client.ts'
import { addColleague, findEmail, findEmailedLink } from './colleague.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, publicUrl: 'https://cuvee.example', runsJobs: false })
const { test } = t

const change = ({ token }: Member, userId: string, body: object) => t.call('PUT', `/user/${userId}`, { token, body })
/** A new email needs the password. */
const changeOwn = (member: Member, body: object) =>
  change(member, member.userId, 'email' in body ? { password: member.password, ...body } : body)
const read = async ({ token, userId }: Member) => (await t.call('GET', `/user/${userId}`, { token })).json()
const open = ({ search }: URL) => t.call('GET', `/user/verify-email${search}`)
const newLink = (email: string) => findEmailedLink(t, email, 'Confirm your new email address')

let addresses = 0
const newEmail = () => `changed-${++addresses}@oak.example`

test('changes names, theme and culture and keeps the other fields', async () => {
  const member = await t.register({ firstName: 'Ada' })
  const first = await changeOwn(member, { lastName: ' Vine ', theme: 'dark', culture: 'de-de' })
  expect(first.statusCode).toBe(200)
  const changed = { firstName: 'Ada', lastName: 'Vine', theme: 'dark', culture: 'de-DE', pendingEmail: null }
  expect(first.json()).toMatchObject(changed)
  expect((await changeOwn(member, {})).json()).toMatchObject(changed)
  expect((await changeOwn(member, { culture: null })).json()).toMatchObject({ ...changed, culture: null })
  expect(await read(member)).toMatchObject({ ...changed, culture: null })
})

const REQUIRED = 'This field is required'

test.each([
  ['firstName', { firstName: ' ' }, REQUIRED],
  ['firstName', { firstName: null }, REQUIRED],
  ['lastName', { lastName: 'x'.repeat(101) }, 'This field must be less than 100 characters'],
  ['email', { email: 'nobody' }, 'This field must be a valid email'],
  ['email', { email: '' }, REQUIRED],
  ['culture', { culture: 'not a culture' }, 'Unknown culture'],
])('rejects a profile with an invalid %s by field', async (field, body, message) => {
  const member = await t.register()
  const before = await read(member)
  const response = await changeOwn(member, body)
  expect([response.statusCode, errorsOf(response)]).toEqual([400, [{ code: 'request.invalid', message, field }]])
  expect(await read(member)).toEqual(before)
})

test('rejects an unknown theme by field', async () => {
  const response = await changeOwn(await t.register(), { theme: 'sepia' })
  expect([response.statusCode, errorsOf(response)]).toMatchObject([400, [{ field: 'theme' }]])
})

test('rejects a change without an id', async () => {
  const response = await change(await t.register(), '', { firstName: 'Ada' })
  expect([response.statusCode, errorsOf(response)]).toEqual([
    400,
    [{ code: 'request.invalid', message: 'User ID is required', field: 'id' }],
  ])
})

test('an administrator changes the names of a colleague', async ({ member: owner }) => {
  const [admin, user] = [await addColleague(t, owner, ['AccountAdmin']), await addColleague(t, owner)]
  const response = await change(admin, user.userId, { firstName: 'Karl', lastName: 'Kork' })
  expect(response.json()).toMatchObject({ id: user.userId, firstName: 'Karl', lastName: 'Kork' })
  expect(await read(user)).toMatchObject({ firstName: 'Karl', lastName: 'Kork' })
})

test.each([
  ['email', { email: 'taken.over@oak.example' }],
  ['theme', { theme: 'dark' }],
  ['culture', { culture: 'de-DE' }],
])('rejects a change of a colleague’s %s by an administrator', async (field, body) => {
  const owner = await t.register()
  const user = await addColleague(t, owner)
  const before = await read(user)
  const response = await change(owner, user.userId, { firstName: 'Karl', ...body })
  expect([response.statusCode, errorsOf(response)]).toEqual([
    400,
    [{ code: 'request.invalid', message: 'Only the user can change this', field }],
  ])
  expect(await read(user)).toEqual(before)
})

test('security 22: does not find profiles of colleagues or other accounts', async ({ member: owner }) => {
  const [user, stranger] = [await addColleague(t, owner, ['PowerUser']), await t.register()]
  expect((await change(user, owner.userId, { firstName: 'X' })).statusCode).toBe(404)
  expect((await change(owner, stranger.userId, { firstName: 'X' })).statusCode).toBe(404)
})

test('security 26: ignores account, roles, verification and trial', async () => {
  const [member, other] = [await t.register(), await t.register()]
  const rowOf = () =>
    unscoped(t.deps.db).selectFrom('users').selectAll().where('id', '=', member.userId).executeTakeFirstOrThrow()
  const before = await rowOf()
  const response = await changeOwn(member, {
    accountId: other.accountId,
    roles: ['BillingAdmin'],
    emailVerified: true,
    isTrial: false,
    id: other.userId,
    passwordHash: 'x',
    profilePhotoUrlLarge: 'https://evil.example/p.png',
    disabledAt: null,
  })
  expect(response.statusCode).toBe(200)
  expect(await rowOf()).toEqual(before)
})

test('a new email takes effect when its link is opened; the current one is notified before', async () => {
  const member = await t.register({ firstName: 'Ada' })
  await t.setUser(member, { email_verified: true })
  const email = newEmail()
  const asked = await changeOwn(member, { email: email.toUpperCase() })
  expect(asked.json()).toMatchObject({ email: member.email, emailVerified: true, pendingEmail: email })
  expect(await read(member)).toMatchObject({ email: member.email, pendingEmail: email })
  const notice = await findEmail(t, member.email, 'Your email address is about to change')
  expect(notice?.text).toContain('https://cuvee.example/undo-email-change?token=')
  expect(notice?.text).not.toContain(email)
  await t.signIn(member.email, member.password)
  const link = await newLink(email)
  expect(`${link.origin}${link.pathname}`).toBe('https://cuvee.example/verify-email')
  expect((await open(link)).statusCode).toBe(204)
  expect(await read(member)).toMatchObject({ email, emailVerified: true, pendingEmail: null })
  await t.signIn(email, member.password)
  expect((await open(link)).statusCode).toBe(400)
})

test('only the user sees the pending email', async ({ member: owner }) => {
  const user = await addColleague(t, owner)
  await changeOwn(user, { email: newEmail() })
  const { statusCode, body } = await t.call('GET', `/user/${user.userId}`, { token: owner.token })
  expect([statusCode, JSON.parse(body).pendingEmail]).toEqual([200, null])
})

test('returns 409 for an email that another user has verified, on the request and on confirmation', async () => {
  const [member, other, third] = [await t.register(), await t.register(), await t.register()]
  await t.setUser(other, { email_verified: true })
  const response = await changeOwn(member, { email: other.email, firstName: 'Changed' })
  expect([response.statusCode, errorsOf(response)]).toEqual([
    409,
    [{ code: 'account.email_taken', message: 'An account with this email already exists', field: 'email' }],
  ])
  expect(await read(member)).not.toMatchObject({ firstName: 'Changed' })
  const email = newEmail()
  await changeOwn(member, { email })
  const first = await newLink(email)
  await changeOwn(third, { email })
  await open(await newLink(email))
  expect((await open(first)).statusCode).toBe(409)
  expect(await read(member)).toMatchObject({ email: member.email })
})

test('one of two concurrent confirmations gets the address', async () => {
  const [one, two] = [await t.register(), await t.register()]
  const email = newEmail()
  await changeOwn(one, { email })
  const first = await newLink(email)
  await changeOwn(two, { email })
  const responses = await Promise.all([open(first), open(await newLink(email))])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
})

test('a pending email is replaced by the next, canceled by the current one, and expires after a day', async () => {
  const member = await t.register()
  const [first, second, third] = [newEmail(), newEmail(), newEmail()]
  await changeOwn(member, { email: first })
  const older = await newLink(first)
  await changeOwn(member, { email: second })
  expect((await open(older)).statusCode).toBe(400)
  const newer = await newLink(second)
  expect((await changeOwn(member, { email: member.email })).json()).toMatchObject({ pendingEmail: null })
  expect((await open(newer)).statusCode).toBe(400)
  await changeOwn(member, { email: third })
  t.clock.advance(DAY_MS)
  expect((await open(await newLink(third))).statusCode).toBe(400)
  t.clock.advance(-DAY_MS)
})

test('resends the verification email to the pending address', async ({ member }) => {
  const email = newEmail()
  await changeOwn(member, { email })
  const before = await newLink(email)
  expect((await t.call('POST', '/user/request-email-verification', { token: member.token })).statusCode).toBe(204)
  expect((await open(before)).statusCode).toBe(400)
  expect((await open(await newLink(email))).statusCode).toBe(204)
  expect(await read(member)).toMatchObject({ email })
})

test('a changed email invalidates links to the old one and updates report schedules', async ({ member }) => {
  const { token } = member
  const report = { name: 'Orders', reportType: 'Orders', columns: [{ columnId: 'orderNumber' }] }
  const { id } = (await t.call('POST', '/reports', { token, body: report })).json()
  const schedule = { cadence: 'daily', recipients: [member.email] }
  await t.call('POST', `/reports/${id}/schedules`, { token, body: schedule })
  await t.call('POST', '/user/request-reset-password', { body: { email: member.email } })
  const reset = await findEmailedLink(t, member.email, 'Choose a new password')
  const email = newEmail()
  await changeOwn(member, { email })
  await open(await newLink(email))
  const body = { ...Object.fromEntries(reset.searchParams), password: 'Magnum#Cork8' }
  expect((await t.call('POST', '/user/reset-password', { body })).statusCode).toBe(400)
  expect((await t.call('GET', `/reports/${id}/schedules`, { token })).json()).toMatchObject([{ recipients: [email] }])
})

test('a password reset cancels a pending email change', async ({ member }) => {
  const email = newEmail()
  await changeOwn(member, { email })
  const link = await newLink(email)
  await t.call('POST', '/user/request-reset-password', { body: { email: member.email } })
  const reset = await findEmailedLink(t, member.email, 'Choose a new password')
  const body = { ...Object.fromEntries(reset.searchParams), password: 'Magnum#Cork8' }
  expect((await t.call('POST', '/user/reset-password', { body })).statusCode).toBe(204)
  expect((await open(link)).statusCode).toBe(400)
})
