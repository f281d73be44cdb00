import { expect, test } from 'vitest'
import { buildTokenPair, isSessionExpired, newSessionTimes, readToken } from './session-tokens.ts'

const begin = Date.parse('2026-03-01T00:00:00Z')
const minute = (count: number) => begin + count * 60_000
const refreshedAfter = (minutes: number) => ({ ...newSessionTimes(begin), refreshedAt: new Date(minute(minutes)) })

const key = Buffer.alloc(32, 1)
const sessionId = 'c2Vzc2lvbi1vbmU'
/** The pair of a session after its third refresh. */
const pairAfter = (minutes: number, secret = key) =>
  buildTokenPair(secret, { id: sessionId, counter: 3, ...refreshedAfter(minutes) }, begin)
const expiriesAfter = (minutes: number) => {
  const pair = pairAfter(minutes)
  return [pair.expires * 1_000, (readToken(key, 'refresh', pair.refresh_token)?.expires ?? 0) * 1_000]
}

test('security 18: a session expires 90 minutes after its last refresh', () => {
  expect(isSessionExpired(refreshedAfter(30), minute(120) - 1)).toBe(false)
  expect(isSessionExpired(refreshedAfter(30), minute(120))).toBe(true)
})

test('security 18: a session expires after seven days despite refreshes', () => {
  const week = 7 * 24 * 60
  expect(expiriesAfter(week - 10)).toEqual([minute(week), minute(week)])
})

test('an access token expires 60 minutes after its refresh, and the session half an hour later', () => {
  expect(expiriesAfter(30)).toEqual([minute(90), minute(120)])
})

const { access_token: token, refresh_token: refreshToken } = pairAfter(30)
const [session, counter, expires, signature = ''] = token.split('.')

test('reads back a signed token, and signs deterministically', () => {
  expect(readToken(key, 'access', token)).toEqual({ sessionId, counter: 3, expires: minute(90) / 1_000 })
  expect(pairAfter(30).access_token).toBe(token)
})

test.each([
  ['another session', `b3RoZXI.${counter}.${expires}.${signature}`],
  ['another counter', `${session}.4.${expires}.${signature}`],
  ['a later expiry', `${session}.${counter}.${Number(expires) + 1}.${signature}`],
  [
    'a changed signature',
    `${session}.${counter}.${expires}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
  ],
  ['another key', pairAfter(30, Buffer.alloc(32, 2)).access_token],
  ['another kind', refreshToken],
  ['a truncated token', token.slice(0, -1)],
  ['a leading zero in the counter', `${session}.03.${expires}.${signature}`],
  ['a megabyte of text', 'a'.repeat(1_000_000)],
  ['nothing', ''],
  ['three parts', `${session}.${counter}.${expires}`],
])('security 17: rejects %s', (_what, forged) => {
  expect(readToken(key, 'access', forged)).toBeNull()
})
