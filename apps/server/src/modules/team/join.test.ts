import { expect } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import { errorsOf, type Member } from '#testkit/test-client.ts'
import { addColleague, findEmailedLink } from './colleague.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { test } = t
const PASSWORD = 'Magnum#Cork8'

let addresses = 0

/** An email address and the token emailed to it. */
const guestOf = async ({ token }: Member, roles: string[] = ['User']) => {
  addresses += 1
  const email = `guest-${addresses}@oak.example`
  const { id } = (await t.call('POST', '/invitation', { token, body: { email, roles } })).json()
  const link = await findEmailedLink(t, email, 'You are invited to Cuvee')
  return { id, email, token: link.searchParams.get('token') ?? '' }
}

const join = (token: string, changes: object = {}) =>
  t.call('POST', '/account/join', {
    body: { token, firstName: 'Nora', lastName: 'Vine', password: PASSWORD, culture: 'en-US', ...changes },
  })
const INVALID_LINK = [{ code: 'auth.invalid_link', message: 'This link is invalid or has expired' }]

test('accepting creates a user with the invited roles, a verified address, a session and a dashboard', async () => {
  const owner = await t.register({ accountName: 'Oak Hill' })
  const guest = await guestOf(owner, ['PowerUser', 'BillingAdmin'])
  const response = await join(guest.token)
  expect(response.statusCode).toBe(200)
  const body = response.json()
  expect(body).toMatchObject({
    firstName: 'Nora',
    email: guest.email,
    emailVerified: true,
    accountId: owner.accountId,
    accountName: 'Oak Hill',
    accountType: 'Reserve',
    roles: ['PowerUser', 'BillingAdmin'],
    isTrial: true,
  })
  const token = body.token.access_token
  const user = (await t.call('GET', `/user/${body.userId}`, { token })).json()
  expect(user).toMatchObject({ culture: null, lastLoginDateUtc: new Date(t.clock.now()).toISOString() })
  expect((await t.call('GET', '/dashboards/default', { token })).json()).toMatchObject({ isDefault: true, isOwn: true })
  await t.signIn(guest.email, PASSWORD)
  const { items } = (await t.call('GET', '/invitation', { token: owner.token })).json()
  expect(items).toMatchObject([{ id: guest.id, state: 'accepted' }])
})

test('stores a culture that differs from the account’s', async () => {
  const guest = await guestOf(await t.register())
  const { userId, token } = (await join(guest.token, { culture: 'de-de' })).json()
  const user = await t.call('GET', `/user/${userId}`, { token: token.access_token })
  expect(user.json()).toMatchObject({ culture: 'de-DE' })
})

test('notifies only the inviter', async ({ member: owner }) => {
  const admin = await addColleague(t, owner, ['AccountAdmin'])
  const guest = await guestOf(admin)
  await join(guest.token, { firstName: '*Nora*' })
  const notifications = (await t.call('GET', '/notification', { token: admin.token })).json()
  expect(notifications).toMatchObject([{ kind: 'invitationAccepted', subject: '*Nora* Vine has joined', read: false }])
  expect((await t.call('GET', '/notification', { token: owner.token })).json()).toEqual([])
})

test('security 6: an invitation is accepted once', async () => {
  const guest = await guestOf(await t.register())
  await join(guest.token)
  const again = await join(guest.token)
  expect([again.statusCode, errorsOf(again)]).toEqual([400, INVALID_LINK])
  expect((await t.call('POST', '/account/join/look', { body: { token: guest.token } })).statusCode).toBe(400)
})

test('security 6, fault F19: one of several concurrent uses succeeds', async ({ member: owner }) => {
  const guest = await guestOf(owner)
  const responses = await Promise.all(Array.from({ length: 8 }, () => join(guest.token)))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)])
  expect((await t.call('GET', '/user', { token: owner.token })).json()).toHaveLength(2)
})

test.each(['x', 'a'.repeat(200), '%00', "' or 1=1 --"])('rejects the token %j as an invalid link', async (token) => {
  expect(errorsOf(await join(token))).toEqual(INVALID_LINK)
})

const RULE = 'Minimum 8 characters, at least 1 letter, 1 number and 1 special character'
const REQUIRED = 'This field is required'
const owner = await t.register({ accountName: 'Oak Hill' })
const patient = await guestOf(owner)

test.each([
  ['firstName', { firstName: '' }, REQUIRED],
  ['lastName', { lastName: undefined }, REQUIRED],
  ['culture', { culture: 'not a culture' }, 'Unknown culture'],
  ['password', { password: 'short1!' }, RULE],
  ['password', { password: 'abcdefgh' }, RULE],
  ['password', { password: 'abcdé1!x' }, RULE],
  ['password', { password: `${'aB3$'.repeat(32)}x` }, 'This field must be less than 128 characters'],
])('security 1: rejects joining with an invalid %s (%j)', async (field, changes, message) => {
  const response = await join(patient.token, changes)
  expect([response.statusCode, errorsOf(response)]).toEqual([400, [{ code: 'request.invalid', message, field }]])
})

test.each(['Password1!', 'Qwerty123!', 'Oakhill22!'])(
  'security 2: rejects the common password %s',
  async (password) => {
    const response = await join(patient.token, { password })
    expect([response.statusCode, errorsOf(response)]).toEqual([
      400,
      [{ code: 'auth.password_too_common', message: 'This password is too common', field: 'password' }],
    ])
  },
)

test('the link keeps working after a rejected attempt', async () => {
  await join(patient.token, { password: 'weak' })
  expect((await join(patient.token)).statusCode).toBe(200)
})

test('a stranger who registered with the address, unverified, does not keep the guest from joining', async () => {
  const guest = await guestOf(owner)
  const stranger = await t.register({ email: guest.email })
  await t.register({ email: `user-${stranger.userId}@no-email.invalid` })
  expect((await join(guest.token)).json()).toMatchObject({ email: guest.email, accountId: owner.accountId })
  const { email } = (await t.call('GET', `/user/${stranger.userId}`, { token: stranger.token })).json()
  expect(email).toMatch(/^user-[\w-]{36}@no-email\.invalid$/)
  await t.call('POST', '/user/request-reset-password', { body: { email } })
  await t.mails()
  expect(t.mailbox.mails.filter(({ to }) => to === email)).toEqual([])
})

test('rejects an address taken meanwhile with 409 and keeps the invitation pending', async () => {
  const guest = await guestOf(owner)
  const { userId } = await t.register({ email: guest.email })
  await t.setUser({ userId }, { email_verified: true })
  const response = await join(guest.token)
  expect([response.statusCode, errorsOf(response)]).toMatchObject([409, [{ code: 'account.email_taken' }]])
  const row = await unscoped(t.deps.db)
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', guest.id)
    .executeTakeFirstOrThrow()
  expect(row.accepted_at).toBeNull()
})

test('security 26: takes roles, address and account only from the invitation', async ({ member: other }) => {
  const guest = await guestOf(owner)
  const foreign = { roles: ['AccountOwner'], accountId: other.accountId, email: 'boss@oak.example' }
  const response = await join(guest.token, foreign)
  expect(response.json()).toMatchObject({ roles: ['User'], accountId: owner.accountId, email: guest.email })
})

test('security 27, 50: audits who joined and how; the response shows no stored fields', async () => {
  const guest = await guestOf(owner)
  const response = await join(guest.token)
  expect(response.body).not.toMatch(/argon|hash|\bip\b/)
  const lines = await t.deps.db
    .selectFrom('audit_log')
    .select(['user_id', 'action', 'target'])
    .where((eb) => eb.and({ account_id: owner.accountId, target: `invitation:${guest.id}` }))
    .execute()
  expect(lines).toEqual([
    { user_id: response.json().userId, action: 'invitation.accepted', target: `invitation:${guest.id}` },
  ])
})

test('a link is invalid after 7 days, after revocation, and after account deletion', async ({ member: owner }) => {
  const [late, revoked, orphan] = [await guestOf(owner), await guestOf(owner), await guestOf(owner)]
  await t.call('DELETE', `/invitation/${revoked.id}`, { token: owner.token })
  expect(errorsOf(await join(revoked.token))).toEqual(INVALID_LINK)
  t.clock.advance(7 * DAY_MS - 1)
  expect((await join(late.token)).statusCode).toBe(200)
  const deleted_at = new Date(t.clock.now())
  await t.setAccount(owner, { deleted_at })
  expect(errorsOf(await join(orphan.token))).toEqual(INVALID_LINK)
  await t.setAccount(owner, { deleted_at: null })
  t.clock.advance(1)
  expect(errorsOf(await join(orphan.token))).toEqual(INVALID_LINK)
})

test('concurrent adding and joining with one address creates one user without a deadlock', async ({ member: host }) => {
  for (let round = 0; round < 3; round += 1) {
    const guest = await guestOf(host)
    const body = { firstName: 'Nora', lastName: 'Vine', email: guest.email, roles: ['User'] }
    const [added, joined] = await Promise.all([
      t.call('POST', '/user/create', { token: host.token, body }),
      join(guest.token),
    ])
    const statuses = [added.statusCode, joined.statusCode]
    expect([[201, 400].join(), [409, 200].join(), [201, 409].join()]).toContain(statuses.join())
  }
})
