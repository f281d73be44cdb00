import { expect } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import type { AccountType } from '#domain/plan.ts'
import type { Role } from '#domain/role.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import { errorsOf, type Member } from '#testkit/test-client.ts'
import { addColleague, findEmail, findEmailedLink } from './colleague.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, publicUrl: 'https://cuvee.example', runsJobs: false })
const { test } = t

let addresses = 0
const newEmail = () => `guest-${++addresses}@oak.example`

const invite = ({ token }: Member, email: string, roles: unknown = ['User']) =>
  t.call('POST', '/invitation', { token, body: { email, roles } })
const invited = async (member: Member, email: string, roles: Role[] = ['User']): Promise<string> =>
  (await invite(member, email, roles)).json().id
const resend = ({ token }: Member, id: string) => t.call('POST', `/invitation/${id}/resend`, { token })
const revoke = ({ token }: Member, id: string) => t.call('DELETE', `/invitation/${id}`, { token })
const list = async ({ token }: Member, query = '') => (await t.call('GET', `/invitation${query}`, { token })).json()
const linkTo = (email: string) => findEmailedLink(t, email, 'You are invited to Cuvee')
const tokenTo = async (email: string) => (await linkTo(email)).searchParams.get('token') ?? ''
const readInvitation = (token: string) => t.call('POST', '/account/join/look', { body: { token } })
/** All sessions have expired after some days. */
const signInAgain = async (member: Member): Promise<Member> => {
  const { access_token: token } = await t.signIn(member.email, member.password)
  return { ...member, token }
}
test('an invitation is emailed, listed as pending, and names the account', async () => {
  const owner = await t.register({ firstName: 'Ada', lastName: 'Stone', accountName: 'Oak Hill' })
  const email = newEmail()
  const response = await invite(owner, email.toUpperCase(), ['PowerUser', 'User', 'User'])
  const now = new Date(t.clock.now()).toISOString()
  const invitation = {
    id: expect.any(String),
    email,
    roles: ['User', 'PowerUser'],
    state: 'pending',
    invitedByName: 'Ada Stone',
    createdDateUtc: now,
    sentUtc: now,
    expiresUtc: new Date(t.clock.now() + 7 * DAY_MS).toISOString(),
  }
  expect([response.statusCode, response.json()]).toEqual([201, invitation])
  expect(await list(owner)).toEqual({ items: [invitation], total: 1 })
  const link = await linkTo(email)
  expect(`${link.origin}${link.pathname}`).toBe('https://cuvee.example/join')
  expect((await findEmail(t, email, 'You are invited to Cuvee'))?.text).toContain('Ada Stone invited you to Oak Hill')
  const shown = await readInvitation(link.searchParams.get('token') ?? '')
  expect([shown.statusCode, shown.json()]).toEqual([
    200,
    { email, accountName: 'Oak Hill', invitedByName: 'Ada Stone' },
  ])
})

test('security 6: the token of an invitation is 256 bits and only its hash is stored', async () => {
  const email = newEmail()
  await invite(await t.register(), email)
  const token = await tokenTo(email)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const row = await unscoped(t.deps.db).selectFrom('invitations').selectAll().where('email', '=', email).execute()
  expect(JSON.stringify(row)).not.toContain(token)
})

test('lists invitations newest first, in pages, with their states', async () => {
  let owner = await t.register()
  const ids: string[] = []
  for (let number = 0; number < 3; number += 1) {
    ids.unshift(await invited(owner, newEmail()))
    t.clock.advance(DAY_MS)
    owner = await signInAgain(owner)
  }
  await revoke(owner, ids[0] ?? '')
  t.clock.advance(4 * DAY_MS)
  owner = await signInAgain(owner)
  const { items, total } = await list(owner)
  expect(total).toBe(3)
  expect(items.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
    [ids[0], 'revoked'],
    [ids[1], 'pending'],
    [ids[2], 'expired'],
  ])
  expect(await list(owner, '?pageSize=1&page=3')).toMatchObject({ items: [{ id: ids[2] }], total: 3 })
})

test.each([
  ['email', { email: '' }, 'This field is required'],
  ['email', { email: 'guest' }, 'This field must be a valid email'],
  ['email', { email: undefined }, 'This field is required'],
  ['roles', { roles: [] }, 'Choose at least one role'],
])('rejects an invitation with an invalid %s by field', async (field, changes, message) => {
  const { token } = await t.register()
  const body = { email: newEmail(), roles: ['User'], ...changes }
  const response = await t.call('POST', '/invitation', { token, body })
  expect([response.statusCode, errorsOf(response)]).toEqual([400, [{ code: 'request.invalid', message, field }]])
})

test('rejects unknown roles by field', async () => {
  const response = await invite(await t.register(), newEmail(), ['Emperor'])
  expect([response.statusCode, errorsOf(response)]).toMatchObject([400, [{ field: expect.stringMatching(/^roles/) }]])
})

test('rejects an invitation of an existing user of any account, who has verified the address', async () => {
  const [owner, stranger] = [await t.register(), await t.register()]
  expect((await invite(await t.register(), stranger.email)).statusCode).toBe(201)
  await t.setUser(stranger, { email_verified: true })
  for (const email of [owner.email, stranger.email.toUpperCase()]) {
    const response = await invite(owner, email)
    expect([response.statusCode, errorsOf(response)]).toMatchObject([
      409,
      [{ code: 'account.email_taken', field: 'email' }],
    ])
  }
})

test('allows one pending invitation per address, and another after expiry or revocation', async ({ member: owner }) => {
  const email = newEmail()
  const first = await invited(owner, email)
  const again = await invite(owner, email)
  expect([again.statusCode, errorsOf(again)]).toMatchObject([409, [{ code: 'invitation.pending', field: 'email' }]])
  await revoke(owner, first)
  expect((await invite(owner, email)).statusCode).toBe(201)
  t.clock.advance(7 * DAY_MS)
  expect((await invite(await signInAgain(owner), email)).statusCode).toBe(201)
  expect((await invite(await t.register(), email)).statusCode).toBe(201)
})

test('fault F19: ten identical concurrent requests create one invitation and send one email', async () => {
  const owner = await t.register()
  const email = newEmail()
  const responses = await Promise.all(Array.from({ length: 10 }, () => invite(owner, email)))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  await linkTo(email)
  expect(t.mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1)
})

test.each<[actor: Role[], wanted: Role[], status: number]>([
  [['AccountAdmin'], ['AccountOwner'], 409],
  [['AccountAdmin'], ['User', 'AccountAdmin', 'BillingAdmin'], 201],
  [['AccountOwner'], ['AccountOwner'], 201],
  [['PowerUser'], ['User'], 403],
  [['BillingAdmin'], ['User'], 403],
])('security 24: returns for %j inviting %j: %i', async (actorRoles, wanted, status) => {
  const owner = await t.register()
  const actor = await addColleague(t, owner, actorRoles)
  const response = await invite(actor, newEmail(), wanted)
  expect(response.statusCode).toBe(status)
  if (status === 409) expect(errorsOf(response)).toMatchObject([{ code: 'user.above_oneself' }])
})

test("security 24: an administrator cannot resend an owner's invitation, whose link keeps working", async () => {
  const owner = await t.register()
  const admin = await addColleague(t, owner, ['AccountAdmin'])
  const email = newEmail()
  const id = await invited(owner, email, ['AccountOwner'])
  const token = await tokenTo(email)
  expect((await resend(admin, id)).statusCode).toBe(409)
  expect((await readInvitation(token)).statusCode).toBe(200)
})

test('resending issues a new link for a week and invalidates the older one', async ({ member: owner }) => {
  const email = newEmail()
  const id = await invited(owner, email)
  const older = await tokenTo(email)
  t.clock.advance(8 * DAY_MS)
  expect(errorsOf(await readInvitation(older))).toMatchObject([{ code: 'auth.invalid_link' }])
  const response = await resend(await signInAgain(owner), id)
  expect([response.statusCode, response.json()]).toMatchObject([
    200,
    { id, state: 'pending', sentUtc: new Date(t.clock.now()).toISOString() },
  ])
  const newer = await tokenTo(email)
  expect([(await readInvitation(older)).statusCode, (await readInvitation(newer)).statusCode]).toEqual([400, 200])
  t.clock.advance(7 * DAY_MS)
  expect((await readInvitation(newer)).statusCode).toBe(400)
})

test('a revoked invitation does not work and cannot be resent or revoked again', async ({ member: owner }) => {
  const email = newEmail()
  const id = await invited(owner, email)
  expect((await revoke(owner, id)).statusCode).toBe(204)
  expect((await readInvitation(await tokenTo(email))).statusCode).toBe(400)
  for (const response of [await resend(owner, id), await revoke(owner, id)]) {
    expect([response.statusCode, errorsOf(response)]).toMatchObject([409, [{ code: 'invitation.closed' }]])
  }
})

test.each<[AccountType, number]>([
  ['Micro', 402],
  ['Boutique', 402],
  ['Estate', 200],
  ['Reserve', 200],
  ['Custom', 200],
])(
  'security 25: returns for sending invitations of a %s account: %i; pending ones are listed and revoked in each',
  async (account_type, status) => {
    const owner = await t.register()
    const email = newEmail()
    const id = await invited(owner, email)
    const token = await tokenTo(email)
    await t.setAccount(owner, { account_type })
    const createdStatus = status === 200 ? 201 : status
    expect(await list(owner)).toMatchObject({ items: [{ id, state: 'pending' }] })
    expect((await readInvitation(token)).statusCode).toBe(200)
    expect((await invite(owner, newEmail())).statusCode).toBe(createdStatus)
    expect((await resend(owner, id)).statusCode).toBe(status)
    expect((await revoke(owner, id)).statusCode).toBe(204)
    expect((await readInvitation(token)).statusCode).toBe(400)
  },
)
