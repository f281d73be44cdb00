import { expect, test } from 'vitest'
import { readToken, signToken } from './token-codec.ts'

const key = Buffer.alloc(32, 1)
const claims = { sessionId: 'c2Vzc2lvbi1vbmU', counter: 3, expires: 1_900_000_000 }
const token = signToken(key, 'access', claims)
const [session, counter, expires, signature = ''] = token.split('.')

test('a token that was signed is read back, and signing again gives the same text', () => {
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
])('security 17: %s is refused', (_what, forged) => {
  expect(readToken(key, 'access', forged)).toBeNull()
})
