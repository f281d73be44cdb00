import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { TokenInfo } from '#contract/auth.ts'

const MINUTE = 60_000

/** Milliseconds. Idle counts from the last refresh: half an hour at the screen after the last token ran out. */
export const SESSION_LIMITS = {
  access: 60 * MINUTE,
  idle: 90 * MINUTE,
  absolute: 7 * 24 * 60 * MINUTE,
} as const

export interface SessionTimes {
  readonly createdAt: Date
  readonly refreshedAt: Date
  /** the absolute end */
  readonly expiresAt: Date
}

/** A session that begins at `now`, epoch milliseconds. */
export const beginningAt = (now: number): SessionTimes => ({
  createdAt: new Date(now),
  refreshedAt: new Date(now),
  expiresAt: new Date(now + SESSION_LIMITS.absolute),
})

/** Epoch milliseconds at which the session is over unless it is refreshed before; its refresh token ends then too. */
export const sessionEnd = ({ refreshedAt, expiresAt }: SessionTimes): number =>
  Math.min(refreshedAt.getTime() + SESSION_LIMITS.idle, expiresAt.getTime())

/** Epoch milliseconds at which the session's current access token ends. */
export const accessEnd = ({ refreshedAt, expiresAt }: SessionTimes): number =>
  Math.min(refreshedAt.getTime() + SESSION_LIMITS.access, expiresAt.getTime())

export const isSessionOver = (session: SessionTimes, now: number): boolean => now >= sessionEnd(session)

type TokenKind = 'access' | 'refresh'

export interface TokenClaims {
  readonly sessionId: string
  /** how often the session had been refreshed when the token was made */
  readonly counter: number
  /** seconds since epoch, exclusive */
  readonly expires: number
}

// Longer than any token we make, so that a megabyte of text is refused before it is hashed.
const MAX_TOKEN_LENGTH = 200
const TOKEN_SHAPE = /^([A-Za-z0-9_-]{1,64})\.(\d{1,10})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/

// Making a key ready for use takes as long as signing with it.
const secrets = new WeakMap<Buffer, KeyObject>()

const secretOf = (key: Buffer): KeyObject => {
  const secret = secrets.get(key) ?? createSecretKey(key)
  secrets.set(key, secret)
  return secret
}

// The kind is signed but not written: an access token is no refresh token, and nothing in it can be edited to be one.
const signatureOf = (key: Buffer, kind: TokenKind, payload: string): string =>
  createHmac('sha256', secretOf(key)).update(`cuvee.${kind}.${payload}`).digest('base64url')

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** The same claims always give the same token, so a session's current pair can be issued again. */
export const signToken = (key: Buffer, kind: TokenKind, claims: TokenClaims): string => {
  const payload = `${claims.sessionId}.${claims.counter}.${claims.expires}`
  return `${payload}.${signatureOf(key, kind, payload)}`
}

/** The claims of a token that this key signed as this kind, else null. Whether it has expired is for the caller to judge. */
export const readToken = (key: Buffer, kind: TokenKind, token: string): TokenClaims | null => {
  if (token.length > MAX_TOKEN_LENGTH) return null
  const [, sessionId, counter, expires, signature] = TOKEN_SHAPE.exec(token) ?? []
  if (!sessionId || !counter || !expires || !signature) return null
  if (!isSame(signature, signatureOf(key, kind, `${sessionId}.${counter}.${expires}`))) return null
  return { sessionId, counter: Number(counter), expires: Number(expires) }
}

interface TokenSession extends SessionTimes {
  readonly id: string
  readonly counter: number
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** The pair of a session as its row stands: the same row gives the same pair, whenever it is asked for. */
export const tokenPair = (key: Buffer, session: TokenSession, now: number): TokenInfo => {
  const { id: sessionId, counter } = session
  const expires = seconds(accessEnd(session))
  return {
    access_token: signToken(key, 'access', { sessionId, counter, expires }),
    refresh_token: signToken(key, 'refresh', { sessionId, counter, expires: seconds(sessionEnd(session)) }),
    token_type: 'Bearer',
    expires,
    expires_in: Math.max(0, expires - seconds(now)),
    scope: 'api',
  }
}
