import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { testApp } from '#testkit/test-app.ts'
import { errorsOf } from '#testkit/test-client.ts'
import { addColleague, allEmails, COLLEAGUE_PASSWORD, findEmail, findEmailedLink } from './colleague.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, publicUrl: 'https://cuvee.example', runsJobs: false })

const owner = await t.register({ firstName: 'Ada', lastName: 'Stone', accountName: 'Oak Hill' })
const admin = await addColleague(t, owner, ['AccountAdmin'])
const newcomer = { firstName: 'Nora', lastName: 'Vine', email: 'nora@oak.example', roles: ['User'] }
const add = (body: object, token = owner.token) => t.call('POST', '/user/create', { token, body })
const PLACEHOLDER = /^user-[\w-]{36}@no-email\.invalid$/
const emailOf = async (id: string, token: string) => (await t.call('GET', `/user/${id}`, { token })).json().email
test('an added user gets an email with a password link, has a dashboard, and signs in', async () => {
  const response = await add({ ...newcomer, email: 'Nora@Oak.example', roles: ['PowerUser', 'User', 'User'] })
  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject({
    accountId: owner.accountId,
    email: 'nora@oak.example',
    emailVerified: false,
    lastLoginDateUtc: null,
    roles: ['User', 'PowerUser'],
  })
  const link = await findEmailedLink(t, 'nora@oak.example', 'Choose a password for Cuvee')
  expect(`${link.origin}${link.pathname}`).toBe('https://cuvee.example/reset-password')
  const mail = await findEmail(t, 'nora@oak.example', 'Choose a password for Cuvee')
  expect(mail?.text).toContain('Ada Stone added you to Oak Hill')
  t.clock.advance(7 * DAY_MS - 1)
  const body = { ...Object.fromEntries(link.searchParams), password: COLLEAGUE_PASSWORD }
  expect((await t.call('POST', '/user/reset-password', { body })).statusCode).toBe(204)
  const { user, access_token: token } = await t.signIn('nora@oak.example', COLLEAGUE_PASSWORD)
  expect(user.emailVerified).toBe(true)
  expect((await t.call('GET', '/dashboards/default', { token })).statusCode).toBe(200)
  t.clock.advance(1 - 7 * DAY_MS)
})

test('the first-password link expires after 7 days and can be requested again', async () => {
  await add({ ...newcomer, email: 'late@oak.example' })
  const { searchParams } = await findEmailedLink(t, 'late@oak.example', 'Choose a password for Cuvee')
  t.clock.advance(7 * DAY_MS)
  const body = { ...Object.fromEntries(searchParams), password: COLLEAGUE_PASSWORD }
  const response = await t.call('POST', '/user/reset-password', { body })
  expect(errorsOf(response)).toMatchObject([{ code: 'auth.invalid_link' }])
  await t.call('POST', '/user/request-reset-password', { body: { email: 'late@oak.example' } })
  expect((await findEmailedLink(t, 'late@oak.example', 'Choose a new password')).pathname).toBe('/reset-password')
  t.clock.advance(-7 * DAY_MS)
})

test('rejects sign-in before a password is chosen', async () => {
  await add({ ...newcomer, email: 'early@oak.example' })
  const body = { grant_type: 'password', username: 'early@oak.example', password: 'x' }
  expect((await t.call('POST', '/token', { body })).statusCode).toBe(401)
})

const REQUIRED = 'This field is required'

test.each([
  ['firstName', { firstName: ' ' }, REQUIRED],
  ['lastName', { lastName: undefined }, REQUIRED],
  ['firstName', { firstName: 'x'.repeat(101) }, 'This field must be less than 100 characters'],
  ['email', { email: '' }, REQUIRED],
  ['email', { email: 'nora' }, 'This field must be a valid email'],
  ['roles', { roles: [] }, 'Choose at least one role'],
])('rejects a user with an invalid %s by field', async (field, changes, message) => {
  const response = await add({ ...newcomer, email: 'refused@oak.example', ...changes })
  expect([response.statusCode, errorsOf(response)]).toEqual([400, [{ code: 'request.invalid', message, field }]])
})

test.each([{ roles: ['Emperor'] }, { roles: 'User' }, { roles: undefined }])('rejects the roles %j', async (roles) => {
  const response = await add({ ...newcomer, email: 'refused@oak.example', ...roles })
  expect(response.statusCode).toBe(400)
  expect(errorsOf(response)).toMatchObject([{ field: expect.stringMatching(/^roles/) }])
})

test('a stranger who registered with the address, unverified, has it until the added user proves it', async () => {
  const email = 'held@oak.example'
  const stranger = await t.register({ email })
  const added = await add({ ...newcomer, email })
  expect([added.statusCode, added.json().email]).toEqual([201, expect.stringMatching(PLACEHOLDER)])
  expect(await emailOf(stranger.userId, stranger.token)).toBe(email)
  const { searchParams } = await findEmailedLink(t, email, 'Choose a password for Cuvee')
  const body = { ...Object.fromEntries(searchParams), password: COLLEAGUE_PASSWORD }
  expect((await t.call('POST', '/user/reset-password', { body })).statusCode).toBe(204)
  const { user } = await t.signIn(email, COLLEAGUE_PASSWORD)
  expect(user).toMatchObject({ id: added.json().id, accountId: owner.accountId, email, emailVerified: true })
  expect(await emailOf(stranger.userId, stranger.token)).toMatch(PLACEHOLDER)
})

test('an added user whose address somebody else has proved meanwhile does not get it', async () => {
  const email = 'proved@oak.example'
  const stranger = await t.register({ email })
  await add({ ...newcomer, email })
  await t.setUser({ userId: stranger.userId }, { email_verified: true })
  const { searchParams } = await findEmailedLink(t, email, 'Choose a password for Cuvee')
  const body = { ...Object.fromEntries(searchParams), password: COLLEAGUE_PASSWORD }
  const response = await t.call('POST', '/user/reset-password', { body })
  expect([response.statusCode, errorsOf(response)]).toMatchObject([409, [{ code: 'account.email_taken' }]])
})

test('rejects an address that a colleague has, or anybody has verified, in any case, with 409', async () => {
  const stranger = await t.register()
  await t.setUser({ userId: stranger.userId }, { email_verified: true })
  for (const email of [admin.email.toUpperCase(), stranger.email]) {
    const response = await add({ ...newcomer, email })
    expect(response.statusCode).toBe(409)
    expect(errorsOf(response)).toMatchObject([{ code: 'account.email_taken', field: 'email' }])
  }
})

test('fault F19: one of ten identical concurrent requests creates the user and sends one email', async () => {
  const email = 'once@oak.example'
  const responses = await Promise.all(Array.from({ length: 10 }, () => add({ ...newcomer, email })))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  expect((await allEmails(t)).filter(({ to }) => to === email)).toHaveLength(1)
})

test('security 24: an administrator cannot add an owner, and the attempt is audited', async () => {
  const response = await add({ ...newcomer, email: 'boss@oak.example', roles: ['AccountOwner'] }, admin.token)
  expect([response.statusCode, errorsOf(response)]).toEqual([
    409,
    [{ code: 'user.above_oneself', message: 'Only an account owner can do this' }],
  ])
  const lines = await t.deps.db
    .selectFrom('audit_log')
    .select(['user_id', 'target'])
    .where((eb) => eb.and({ account_id: owner.accountId, action: 'user.raise_refused' }))
    .execute()
  expect(lines).toEqual([{ user_id: admin.userId, target: 'boss@oak.example' }])
  expect(
    (await add({ ...newcomer, email: 'boss@oak.example', roles: ['AccountAdmin', 'BillingAdmin'] }, admin.token))
      .statusCode,
  ).toBe(201)
})

test('security 26: ignores fields that are not offered', async () => {
  const other = await t.register()
  const foreign = { accountId: other.accountId, emailVerified: true, id: 'chosen', passwordHash: 'x' }
  const user = (await add({ ...newcomer, email: 'plain@oak.example', ...foreign })).json()
  expect(user).toMatchObject({ accountId: owner.accountId, emailVerified: false })
  expect(user.id).not.toBe('chosen')
})

test('adding a user revokes a pending invitation for the address', async () => {
  const body = { email: 'twice@oak.example', roles: ['User'] }
  const { id } = (await t.call('POST', '/invitation', { token: owner.token, body })).json()
  await add({ ...newcomer, email: 'twice@oak.example' })
  const { items } = (await t.call('GET', '/invitation', { token: owner.token })).json()
  expect(items).toMatchObject([{ id, state: 'revoked' }])
})
