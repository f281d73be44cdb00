import { expect } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { atMachinePace } from '#testkit/machine-pace.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' }, publicUrl: 'https://cuvee.example' })
const { test } = t
const MINUTE = 60_000
const NEW_PASSWORD = 'Magnum#Cork8'

const request = (email: string, headers: Record<string, string> = {}) =>
  t.call('POST', '/user/request-reset-password', { body: { email }, headers })
const reset = (body: object) => t.call('POST', '/user/reset-password', { body: { password: NEW_PASSWORD, ...body } })
const resetMails = async ({ email }: Member) =>
  (await t.mails()).filter(({ to, subject }) => to === email && subject === 'Choose a new password')

/** The link of a member's latest reset email. */
const linkOf = async (member: Member) => {
  const mail = (await resetMails(member)).at(-1)
  const url = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? 'about:blank')
  return { url, token: url.searchParams.get('token') ?? '', userId: url.searchParams.get('userId') ?? '' }
}
const requested = async (member: Member) => {
  await request(member.email)
  return linkOf(member)
}
const invalidLink = { errors: [{ code: 'auth.invalid_link', message: 'This link is invalid or has expired' }] }

test('an emailed link sets a new password once and verifies the address', async ({ member }) => {
  const { token, userId } = await requested(member)
  expect((await reset({ token, userId })).statusCode).toBe(204)
  const { user } = await t.signIn(member.email, NEW_PASSWORD)
  expect(user.emailVerified).toBe(true)
  const again = await reset({ token, userId })
  expect([again.statusCode, again.json()]).toEqual([400, invalidLink])
  const old = await t.call('POST', '/token', {
    body: { grant_type: 'password', username: member.email, password: member.password },
  })
  expect(old.statusCode).toBe(401)
})

test('security 5: known and unknown addresses get the same response after the same time, also while email is down', async () => {
  const { email } = await t.register()
  const timed = async (address: string) => {
    const begin = performance.now()
    const response = await request(address)
    return { answer: [response.statusCode, response.body], time: performance.now() - begin }
  }
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < 5; round++) {
    const known = await timed(email)
    const unknown = await timed(`nobody-${round}@winery.example`)
    expect(known.answer).toEqual([204, ''])
    expect(unknown.answer).toEqual([204, ''])
    times.known.push(known.time)
    times.unknown.push(unknown.time)
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[2] ?? 0
  expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(atMachinePace(15))
})

test('security 6: the token is 256 bits and only its hash is stored', async ({ member }) => {
  const { token } = await requested(member)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const rows = await unscoped(t.deps.db)
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('user_id', '=', member.userId)
    .execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  const mails = await unscoped(t.deps.db)
    .selectFrom('outbox_mail')
    .selectAll()
    .where('to_address', '=', member.email)
    .execute()
  expect(JSON.stringify(mails)).not.toContain(token)
})

test('security 6: a link expires after 30 minutes', async () => {
  const { token, userId } = await requested(await t.register())
  t.clock.advance(30 * MINUTE)
  expect((await reset({ token, userId })).json()).toEqual(invalidLink)
})

test('security 6: only the newest link works', async ({ member }) => {
  const older = await requested(member)
  const newer = await requested(member)
  expect((await reset(older)).statusCode).toBe(400)
  expect((await reset(newer)).statusCode).toBe(204)
})

test('security 6: one of two concurrent uses succeeds', async () => {
  const link = await requested(await t.register())
  const responses = await Promise.all([reset(link), reset(link)])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400])
})

test('security 6: a link works only for its own user and purpose', async ({ member }) => {
  const other = await t.register()
  const { token, userId } = await requested(member)
  const verify = `/user/verify-email?${new URLSearchParams({ token, userId })}`
  expect((await reset({ token, userId: other.userId })).json()).toEqual(invalidLink)
  expect((await t.call('GET', verify)).json()).toEqual(invalidLink)
  expect((await reset({ token: 'x', userId: 'y' })).json()).toEqual(invalidLink)
  expect((await reset({ token, userId })).statusCode).toBe(204)
})

test('security 7: links use the configured origin whatever the headers say', async ({ member }) => {
  const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
  expect((await request(member.email, { host: 'evil.example', ...forwarded })).statusCode).toBe(421)
  expect(await resetMails(member)).toEqual([])
  await request(member.email, { host: 'localhost', ...forwarded })
  const { url } = await linkOf(member)
  expect(`${url.origin}${url.pathname}`).toBe('https://cuvee.example/reset-password')
})

test("security 9: a reset ends all of the user's sessions", async ({ member }) => {
  const second = await t.signIn(member.email, member.password)
  await reset(await requested(member))
  for (const [token, refresh_token] of [
    [member.token, member.refreshToken],
    [second.access_token, second.refresh_token],
  ]) {
    expect((await t.call('GET', '/account', { token: token ?? '' })).statusCode).toBe(401)
    const refresh = await t.call('POST', '/token', { body: { grant_type: 'refresh_token', refresh_token } })
    expect(refresh.statusCode).toBe(400)
  }
})

test('security 1, 2: rejects a weak or common password and keeps the link valid', async () => {
  const link = await requested(await t.register())
  expect((await reset({ ...link, password: 'weak' })).json().errors[0].field).toBe('password')
  expect((await reset({ ...link, password: 'Password1!' })).json().errors[0].message).toBe(
    'This password is too common',
  )
  expect((await reset(link)).statusCode).toBe(204)
})
