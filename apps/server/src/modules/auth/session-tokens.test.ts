import { expect, test } from 'vitest'
import {
  accessTokenExpiry,
  isSessionExpired,
  newSessionTimes,
  readToken,
  sessionExpiry,
  signToken,
} from './session-tokens.ts'

const begin = Date.parse('2026-03-01T00:00:00Z')
const minute = (count: number) => begin + count * 60_000
const refreshedAfter = (minutes: number) => ({ ...newSessionTimes(begin), refreshedAt: new Date(minute(minutes)) })

test('security 18: a session expires 90 minutes after its last refresh', () => {
  expect(isSessionExpired(refreshedAfter(30), minute(120) - 1)).toBe(false)
  expect(isSessionExpired(refreshedAfter(30), minute(120))).toBe(true)
})

test('security 18: a session expires after seven days despite refreshes', () => {
  const week = 7 * 24 * 60
  expect(sessionExpiry(refreshedAfter(week - 10))).toBe(minute(week))
  expect(accessTokenExpiry(refreshedAfter(week - 10))).toBe(minute(week))
})

test('an access token expires 60 minutes after its refresh', () => {
  expect(accessTokenExpiry(refreshedAfter(30))).toBe(minute(90))
})

const key = Buffer.alloc(32, 1)
const claims = { sessionId: 'c2Vzc2lvbi1vbmU', counter: 3, expires: 1_900_000_000 }
const token = signToken(key, 'access', claims)
const [session, counter, expires, signature = ''] = token.split('.')

test('reads back a signed token, and signs deterministically', () => {
  expect(readToken(key, 'access', token)).toEqual(claims)
  expect(signToken(key, 'access', claims)).toBe(token)
})

test.each([
  ['another session', `b3RoZXI.${counter}.${expires}.${signature}`],
  ['another counter', `${session}.4.${expires}.${signature}`],
  ['a later expiry', `${session}.${counter}.1900000001.${signature}`],
  [
    'a changed signature',
    `${session}.${counter}.${expires}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
  ],
  ['another key', signToken(Buffer.alloc(32, 2), 'access', claims)],
  ['another kind', signToken(key, 'refresh', claims)],
  ['a truncated token', token.slice(0, -1)],
  ['a leading zero in the counter', `${session}.03.${expires}.${signature}`],
  ['a megabyte of text', 'a'.repeat(1_000_000)],
  ['nothing', ''],
  ['three parts', `${session}.${counter}.${expires}`],
])('security 17: rejects %s', (_what, forged) => {
  expect(readToken(key, 'access', forged)).toBeNull()
})
