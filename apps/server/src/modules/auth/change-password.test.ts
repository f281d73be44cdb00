import { expect } from 'vitest'
import { findEmail, findEmailedLink } from '#server/modules/team/colleague.fixture.ts'
import { testApp } from '#testkit/test-app.ts'
import { errorsOf, type Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const { test } = t
const NEW_PASSWORD = 'Magnum#Cork8'

const change = ({ token, password }: Member, body: object = {}) =>
  t.call('POST', '/user/change-password', {
    token,
    body: { currentPassword: password, newPassword: NEW_PASSWORD, ...body },
  })
const isSignedIn = async (token: string) => (await t.call('GET', '/account', { token })).statusCode === 200
const WRONG = {
  code: 'auth.wrong_current_password',
  message: 'Your current password is incorrect',
  field: 'currentPassword',
}

test('the new password signs in, the old one does not, and an email confirms the change', async ({ member }) => {
  expect((await change(member)).statusCode).toBe(204)
  await t.signIn(member.email, NEW_PASSWORD)
  const body = { grant_type: 'password', username: member.email, password: member.password }
  expect((await t.call('POST', '/token', { body })).statusCode).toBe(401)
  const mail = await findEmail(t, member.email, 'Your password was changed')
  expect(mail?.text).toContain('/forgot-password')
  expect(`${mail?.text}${mail?.html}`).not.toContain(NEW_PASSWORD)
})

test('security 8: rejects a wrong current password with 400 and keeps the session', async ({ member }) => {
  const response = await change(member, { currentPassword: 'not this one' })
  expect([response.statusCode, errorsOf(response)]).toEqual([400, [WRONG]])
  expect(await isSignedIn(member.token)).toBe(true)
  await t.signIn(member.email, member.password)
})

test('security 9: a password change ends the other sessions only', async ({ member }) => {
  const other = await t.signIn(member.email, member.password)
  await change(member)
  expect(await isSignedIn(member.token)).toBe(true)
  expect(await isSignedIn(other.access_token)).toBe(false)
  const body = { grant_type: 'refresh_token', refresh_token: other.refresh_token }
  const refreshed = await t.call('POST', '/token', { body })
  expect([refreshed.statusCode, refreshed.json().errors[0].code]).toEqual([400, 'invalid_grant'])
})

const RULE = 'Minimum 8 characters, at least 1 letter, 1 number and 1 special character'

test.each([
  ['newPassword', { newPassword: 'short1!' }, RULE],
  ['newPassword', { newPassword: 'abcdefgh' }, RULE],
  ['newPassword', { newPassword: 'abcdefg1' }, RULE],
  ['newPassword', { newPassword: 'abcdé1!x' }, RULE],
  ['newPassword', { newPassword: `${'aB3$'.repeat(32)}x` }, 'This field must be less than 128 characters'],
  ['newPassword', { newPassword: '' }, 'This field is required'],
  ['currentPassword', { currentPassword: '' }, 'This field is required'],
])('security 1: rejects an invalid %s (%j) by field', async (field, body, message) => {
  const member = await t.register()
  const response = await change(member, body)
  expect([response.statusCode, errorsOf(response)]).toEqual([400, [{ code: 'request.invalid', message, field }]])
  await t.signIn(member.email, member.password)
})

test.each(['Password1!', 'Qwerty123!', 'Oakhill22!'])(
  'security 2: rejects the common password %s',
  async (newPassword) => {
    const member = await t.register({ accountName: 'Oak Hill' })
    const response = await change(member, { newPassword })
    expect([response.statusCode, errorsOf(response)]).toEqual([
      400,
      [{ code: 'auth.password_too_common', message: 'This password is too common', field: 'newPassword' }],
    ])
  },
)

test('a password change invalidates emailed links and a pending email change', async ({ member }) => {
  const { token, email } = member
  await t.call('POST', '/user/request-reset-password', { body: { email } })
  const reset = await findEmailedLink(t, email, 'Choose a new password')
  await t.call('PUT', `/user/${member.userId}`, {
    token,
    body: { email: 'thief@oak.example', password: member.password },
  })
  const thief = await findEmailedLink(t, 'thief@oak.example', 'Confirm your new email address')
  await change(member)
  const body = { ...Object.fromEntries(reset.searchParams), password: 'Other#Cork88' }
  expect((await t.call('POST', '/user/reset-password', { body })).statusCode).toBe(400)
  expect((await t.call('GET', `/user/verify-email${thief.search}`)).statusCode).toBe(400)
})

test('security 9: of two concurrent changes with the old password, one fails', async ({ member }) => {
  const other = { ...member, token: (await t.signIn(member.email, member.password)).access_token }
  const responses = await Promise.all([change(member), change(other, { newPassword: 'Other#Cork88' })])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400])
})

test('security 50: writes a wrong password to the audit log without its text', async ({ member }) => {
  await change(member, { currentPassword: 'my secret guess' })
  const lines = await t.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where((eb) => eb.and({ account_id: member.accountId, action: 'user.password_change_refused' }))
    .execute()
  expect(lines).toMatchObject([{ user_id: member.userId }])
  expect(JSON.stringify(lines)).not.toContain('guess')
})
