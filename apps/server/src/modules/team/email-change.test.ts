import { describe, expect } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { addColleague, findEmail, findEmailedLink } from './colleague.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, publicUrl: 'https://cuvee.example', runsJobs: false })
const { test } = t

const PLACEHOLDER = /^user-[\w-]{36}@no-email\.invalid$/
const REQUESTED = 'Your email address is about to change'
const CHANGED = 'Your email address was changed'

const change = ({ token, userId, password }: Member, email: string, body: object = { password }) =>
  t.call('PUT', `/user/${userId}`, { token, body: { email, ...body } })
const emailOf = async ({ token, userId }: Pick<Member, 'token' | 'userId'>) =>
  (await t.call('GET', `/user/${userId}`, { token })).json().email
const confirm = async (email: string) => {
  const { search } = await findEmailedLink(t, email, 'Confirm your new email address')
  return (await t.call('GET', `/user/verify-email${search}`)).statusCode
}
const undo = async ({ searchParams }: URL) => {
  const body = Object.fromEntries(searchParams)
  return (await t.call('POST', '/user/undo-email-change', { body })).statusCode
}
const isSignedIn = async (token: string) => (await t.call('GET', '/account', { token })).statusCode === 200
const canSignIn = async (username: string, password: string) =>
  (await t.call('POST', '/token', { body: { grant_type: 'password', username, password } })).statusCode === 200

let addresses = 0
const newEmail = () => `next-${++addresses}@oak.example`

const verifiedMember = async () => {
  const member = await t.register()
  await t.setUser(member, { email_verified: true })
  return member
}

/** Changes the verified email of a new member and confirms the new one. */
const changedMember = async () => {
  const member = await verifiedMember()
  const email = newEmail()
  expect((await change(member, email)).statusCode).toBe(200)
  expect(await confirm(email)).toBe(204)
  return { member, email }
}

test.each([
  ['no password', {}, { code: 'request.invalid', message: 'This field is required', field: 'password' }],
  ['an empty password', { password: '' }, { code: 'request.invalid', message: 'This field is required' }],
  [
    'a wrong password',
    { password: 'Wrong&Stave7' },
    { code: 'auth.wrong_current_password', message: 'Your current password is incorrect', field: 'password' },
  ],
])('a new email with %s is rejected by field, and nothing is sent or changed', async (_what, body, error) => {
  const member = await t.register()
  const email = newEmail()
  const response = await change(member, email, { firstName: 'Changed', ...body })
  expect([response.statusCode, response.json().errors]).toEqual([400, [expect.objectContaining(error)]])
  expect(await findEmail(t, email, 'Confirm your new email address')).toBeUndefined()
  const profile = (await t.call('GET', `/user/${member.userId}`, { token: member.token })).json()
  expect(profile).toMatchObject({ pendingEmail: null })
  expect(profile.firstName).not.toBe('Changed')
})

test('the current email needs no password', async ({ member }) => {
  expect((await change(member, member.email.toUpperCase(), { lastName: 'Vine' })).statusCode).toBe(200)
})

test('a confirmed email ends the other sessions and keeps the one that asked for it', async ({ member }) => {
  const other = await t.signIn(member.email, member.password)
  const email = newEmail()
  await change(member, email)
  expect(await isSignedIn(other.access_token)).toBe(true)
  expect(await confirm(email)).toBe(204)
  expect([await isSignedIn(member.token), await isSignedIn(other.access_token)]).toEqual([true, false])
})

describe('the link to the old address', () => {
  test('restores it for seven days and ends all sessions', async () => {
    const { member, email } = await changedMember()
    const link = await findEmailedLink(t, member.email, CHANGED)
    expect(`${link.origin}${link.pathname}`).toBe('https://cuvee.example/undo-email-change')
    t.clock.advance(7 * DAY_MS - 1000)
    const session = await t.signIn(email, member.password)
    expect((await t.call('GET', `/user/undo-email-change${link.search}`)).statusCode).not.toBe(204)
    expect(await undo(link)).toBe(204)
    expect(await isSignedIn(session.access_token)).toBe(false)
    expect([await canSignIn(email, member.password), await canSignIn(member.email, member.password)]).toEqual([
      false,
      true,
    ])
    expect(await undo(link)).toBe(400)
  })

  test('stops working after seven days', async () => {
    const { member } = await changedMember()
    const link = await findEmailedLink(t, member.email, CHANGED)
    t.clock.advance(7 * DAY_MS)
    expect(await undo(link)).toBe(400)
  })

  test('of the request cancels a change that is not confirmed yet', async () => {
    const member = await verifiedMember()
    const email = newEmail()
    await change(member, email)
    expect(await undo(await findEmailedLink(t, member.email, REQUESTED))).toBe(204)
    expect(await confirm(email)).toBe(400)
    expect(await isSignedIn(member.token)).toBe(false)
    expect(await emailOf({ ...member, token: (await t.signIn(member.email, member.password)).access_token })).toBe(
      member.email,
    )
  })

  test('still works after further changes, whose own links then stop working', async () => {
    const { member, email } = await changedMember()
    t.clock.advance(1000)
    const further = newEmail()
    await change(member, further)
    await confirm(further)
    const later = await findEmailedLink(t, email, CHANGED)
    expect(await undo(await findEmailedLink(t, member.email, CHANGED))).toBe(204)
    expect(await undo(later)).toBe(400)
    expect(await canSignIn(member.email, member.password)).toBe(true)
  })

  test('still works after a new password', async () => {
    const { member } = await changedMember()
    const body = { currentPassword: member.password, newPassword: 'Magnum#Cork8' }
    await t.call('POST', '/user/change-password', { token: member.token, body })
    expect(await undo(await findEmailedLink(t, member.email, CHANGED))).toBe(204)
  })

  test('reserves the address: nobody else has it meanwhile without proving it', async () => {
    const { member } = await changedMember()
    await expect(t.register({ email: member.email })).rejects.toThrow(/409.*email_taken/)
    const owner = await t.register()
    const body = { firstName: 'A', lastName: 'B', email: member.email, roles: ['User'] }
    const added = await t.call('POST', '/user/create', { token: owner.token, body })
    expect(added.json().email).toMatch(PLACEHOLDER)
    expect((await change(member, member.email)).statusCode).toBe(200)
    t.clock.advance(7 * DAY_MS)
    await t.register({ email: member.email })
  })

  test('does not keep the address from who proves it', async () => {
    const { member } = await changedMember()
    const other = await t.register()
    expect((await change(other, member.email)).statusCode).toBe(200)
    expect(await confirm(member.email)).toBe(204)
    expect(await emailOf(other)).toBe(member.email)
    expect(await undo(await findEmailedLink(t, member.email, CHANGED))).toBe(409)
  })

  test('is not sent to an address that was never proved, which is not reserved either', async () => {
    const [stranger, email] = [await t.register(), newEmail()]
    await change(stranger, email)
    await confirm(email)
    for (const subject of [REQUESTED, CHANGED]) expect(await findEmail(t, stranger.email, subject)).toBeUndefined()
    await t.register({ email: stranger.email })
  })
})

test('a stranger who registered with the new address, unverified, does not keep it from who confirms it', async () => {
  const [member, email] = [await t.register(), newEmail()]
  const stranger = await t.register({ email })
  expect((await change(member, email)).statusCode).toBe(200)
  expect(await confirm(email)).toBe(204)
  expect([await emailOf(member), await emailOf(stranger)]).toEqual([email, expect.stringMatching(PLACEHOLDER)])
})

test('a removed user’s link is invalid', async ({ member: owner }) => {
  const colleague = await addColleague(t, owner)
  await change(colleague, newEmail())
  const link = await findEmailedLink(t, colleague.email, REQUESTED)
  await t.call('DELETE', `/user/${colleague.userId}`, { token: owner.token })
  expect(await undo(link)).toBe(400)
})
