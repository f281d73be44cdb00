import { expect } from 'vitest'
import { Session, type TokenInfo } from '#contract/auth.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import { type Member, readErrorCode } from '#testkit/test-client.ts'
import { buildTokenPair, newSessionTimes } from './session-tokens.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const { test } = t
const MINUTE = 60_000

const refreshWith = (refresh_token: unknown) =>
  t.call('POST', '/token', { body: { grant_type: 'refresh_token', refresh_token } })
const refreshed = async (token: string): Promise<TokenInfo> => {
  const response = await refreshWith(token)
  expect(response.statusCode).toBe(200)
  return Session.parse(response.json())
}
const statusWith = async (token: string) => (await t.call('GET', '/account', { token })).statusCode
const sessionsOf = ({ userId }: Member) =>
  unscoped(t.deps.db).selectFrom('sessions').selectAll().where('user_id', '=', userId).execute()
/** Of section 3 of the specification. */
const USER_FIELDS = [
  ...['id', 'accountId', 'createdDateUtc', 'firstName', 'lastName', 'email', 'emailVerified', 'lastLoginDateUtc'],
  ...['profilePhotoUrlLarge', 'profilePhotoUrlSmall', 'theme', 'roles', 'token'],
]

test('the signed-in user has every field of the specification, and no other record of a user has a token', async () => {
  const member = await t.register()
  const { email, password, userId, token } = member
  const names = { firstName: 'Ann', lastName: 'Lee', accountName: 'Cellar', culture: 'en-US' }
  const answers = [
    await t.call('POST', '/account/create-account', { body: { ...names, email: `new-${email}`, password } }),
    await t.call('POST', '/token', { body: { grant_type: 'password', username: email, password } }),
    await refreshWith(member.refreshToken),
  ]
  for (const answer of answers) {
    const { user } = answer.json()
    expect(Object.keys(user)).toEqual(expect.arrayContaining(USER_FIELDS))
    expect(user.lastLoginDateUtc).toEqual(expect.any(String))
    expect(await statusWith(user.token.access_token)).toBe(200)
  }
  for (const path of ['/user', `/user/${userId}`, '/user/search?query=a']) {
    const { statusCode, body } = await t.call('GET', path, { token })
    expect([statusCode, body.includes('oken')]).toEqual([200, false])
  }
})

test('security 12: each refresh returns a new pair, and earlier access tokens stay valid until they expire', async () => {
  const member = await t.register()
  const tokens = [{ access_token: member.token, refresh_token: member.refreshToken }]
  for (let round = 0; round < 3; round++) {
    t.clock.advance(MINUTE)
    tokens.push(await refreshed(tokens.at(-1)?.refresh_token ?? ''))
  }
  expect(new Set(tokens.flatMap((pair) => [pair.access_token, pair.refresh_token])).size).toBe(8)
  expect(await statusWith(member.token)).toBe(200)
  t.clock.advance(57 * MINUTE)
  expect(await statusWith(member.token)).toBe(401)
  expect(await statusWith(tokens.at(-1)?.access_token ?? '')).toBe(200)
})

test('security 13: a refresh token two rotations old ends the session and is audited', async ({ member }) => {
  const second = await refreshed(member.refreshToken)
  const third = await refreshed(second.refresh_token)
  const replay = await refreshWith(member.refreshToken)
  expect([replay.statusCode, readErrorCode(replay)]).toEqual([400, 'invalid_grant'])
  expect(await statusWith(third.access_token)).toBe(401)
  expect((await refreshWith(third.refresh_token)).statusCode).toBe(400)
  const audit = unscoped(t.deps.db).selectFrom('audit_log').select('action').where('user_id', '=', member.userId)
  expect(await audit.where('action', '=', 'session.replayed').execute()).toHaveLength(1)
})

test('security 14: the previous refresh token returns the current pair without a rotation', async ({ member }) => {
  const current = await refreshed(member.refreshToken)
  t.clock.advance(5 * MINUTE)
  const again = await refreshed(member.refreshToken)
  expect(again).toMatchObject({ access_token: current.access_token, refresh_token: current.refresh_token })
  expect(again.expires_in).toBe(current.expires_in - 300)
  expect(await sessionsOf(member)).toEqual([expect.objectContaining({ counter: 2 })])
})

test('security 15, fault F21: fifty concurrent refreshes with one token rotate once and return one pair', async () => {
  const member = await t.register()
  const responses = await Promise.all(Array.from({ length: 50 }, () => refreshWith(member.refreshToken)))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
  expect(await sessionsOf(member)).toEqual([expect.objectContaining({ counter: 2 })])
})

test('security 16: rejects every invalid refresh with 400', async ({ member }) => {
  const garbage = [
    member.token,
    '',
    'garbage',
    'a.1.2.b',
    null,
    undefined,
    7,
    {},
    [member.refreshToken],
    'x'.repeat(100_000),
  ]
  for (const token of garbage) {
    const response = await refreshWith(token)
    expect([response.statusCode, readErrorCode(response)]).toEqual([400, 'invalid_grant'])
  }
})

test.each([undefined, null, '', 'client_credentials', 'REFRESH_TOKEN', 1, { a: 1 }, ['password']])(
  'security 16: rejects the grant type %j',
  async (grant_type) => {
    const response = await t.call('POST', '/token', { body: { grant_type, refresh_token: 'x' } })
    expect([response.statusCode, readErrorCode(response)]).toEqual([400, 'unsupported_grant_type'])
  },
)

test('security 17: rejects malformed and forged tokens with 401 and a challenge', async ({ member }) => {
  const [session = '', counter, expires, signature = ''] = member.token.split('.')
  const other = (await t.register()).token.split('.')
  const signed = (key: Buffer, refreshes: number) =>
    buildTokenPair(key, { id: session, counter: refreshes, ...newSessionTimes(t.clock.now()) }, t.clock.now())
  const forged = [
    [other[0], counter, expires, signature].join('.'),
    [session, '2', expires, signature].join('.'),
    [session, counter, String(Number(expires) + 1), signature].join('.'),
    [session, counter, expires, other[3]].join('.'),
    signed(Buffer.alloc(32, 7), 1).access_token,
    signed(t.deps.keys.session, 9).access_token,
    member.refreshToken,
    member.token.slice(0, -1),
    'x'.repeat(8000),
    '',
  ]
  for (const token of forged) {
    const response = await t.call('GET', '/account', { headers: { authorization: `Bearer ${token}` } })
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  }
})

test('security 10: signing out ends the session and returns 204, also a second time', async ({ member }) => {
  for (let time = 0; time < 2; time++) {
    expect((await t.call('POST', '/account/sign-out', { token: member.token })).statusCode).toBe(204)
  }
  expect(await statusWith(member.token)).toBe(401)
  expect(readErrorCode(await refreshWith(member.refreshToken))).toBe('invalid_grant')
  expect(await sessionsOf(member)).toEqual([])
})

test('security 10, 51: returns 204 when signing out with a missing, malformed or expired token', async ({ member }) => {
  t.clock.advance(61 * MINUTE)
  expect(await statusWith(member.token)).toBe(401)
  expect((await t.call('POST', '/account/sign-out')).statusCode).toBe(204)
  expect((await t.call('POST', '/account/sign-out', { token: 'garbage' })).statusCode).toBe(204)
  expect(await sessionsOf(member)).toHaveLength(1)
  expect((await t.call('POST', '/account/sign-out', { token: member.token })).statusCode).toBe(204)
  expect(await sessionsOf(member)).toEqual([])
})

test('signing out of one session keeps the others', async ({ member }) => {
  const second = await t.signIn(member.email, member.password)
  await t.call('POST', '/account/sign-out', { token: member.token })
  expect(await statusWith(second.access_token)).toBe(200)
})

test('security 11: rejects the next request of a deleted or disabled user', async ({ member: deleted }) => {
  const disabled = await t.register()
  await unscoped(t.deps.db).deleteFrom('users').where('id', '=', deleted.userId).execute()
  await t.setUser(disabled, { disabled_at: new Date() })
  for (const member of [deleted, disabled]) {
    expect(await statusWith(member.token)).toBe(401)
    expect(readErrorCode(await refreshWith(member.refreshToken))).toBe('invalid_grant')
  }
})

test('security 11: a changed role applies to the next request', async ({ member }) => {
  expect((await t.call('GET', '/service', { token: member.token })).statusCode).toBe(200)
  await t.setUser(member, { roles: ['User'] })
  expect((await t.call('GET', '/service', { token: member.token })).statusCode).toBe(403)
})

test('security 18: a session expires after 90 minutes without a refresh', async ({ member }) => {
  t.clock.advance(89 * MINUTE)
  const { refresh_token } = await refreshed(member.refreshToken)
  t.clock.advance(91 * MINUTE)
  expect(readErrorCode(await refreshWith(refresh_token))).toBe('invalid_grant')
})

test('security 18: a session expires after seven days despite refreshes', async () => {
  let { refreshToken } = await t.register()
  for (let hour = 0; hour < 7 * 24 - 1; hour++) {
    t.clock.advance(60 * MINUTE)
    refreshToken = (await refreshed(refreshToken)).refresh_token
  }
  t.clock.advance(60 * MINUTE)
  expect(readErrorCode(await refreshWith(refreshToken))).toBe('invalid_grant')
})
