import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { TokenInfo } from '#contract/auth.ts'
import { DAY_MS } from '#domain/clock.ts'

const MINUTE = 60_000

/** Milliseconds. Idle time counts from the last refresh: half an hour after the last access token expired. */
export const SESSION_LIMITS = {
  access: 60 * MINUTE,
  idle: 90 * MINUTE,
  absolute: 7 * DAY_MS,
} as const

export interface SessionTimes {
  readonly createdAt: Date
  readonly refreshedAt: Date
  /** absolute expiry */
  readonly expiresAt: Date
}

/** Times of a session created at `now`, epoch milliseconds. */
export const newSessionTimes = (now: number): SessionTimes => ({
  createdAt: new Date(now),
  refreshedAt: new Date(now),
  expiresAt: new Date(now + SESSION_LIMITS.absolute),
})

/** Epoch milliseconds at which the session and its refresh token expire unless it is refreshed. */
const sessionExpiry = ({ refreshedAt, expiresAt }: SessionTimes): number =>
  Math.min(refreshedAt.getTime() + SESSION_LIMITS.idle, expiresAt.getTime())

/** Epoch milliseconds at which the session's current access token expires. */
const accessTokenExpiry = ({ refreshedAt, expiresAt }: SessionTimes): number =>
  Math.min(refreshedAt.getTime() + SESSION_LIMITS.access, expiresAt.getTime())

export const isSessionExpired = (session: SessionTimes, now: number): boolean => now >= sessionExpiry(session)

type TokenKind = 'access' | 'refresh'

export interface TokenClaims {
  readonly sessionId: string
  /** number of refreshes of the session before the token was issued */
  readonly counter: number
  /** seconds since epoch, exclusive */
  readonly expires: number
}

// Longer than any issued token, so that a megabyte of text is rejected before it is hashed.
const MAX_TOKEN_LENGTH = 200
const TOKEN_SHAPE = /^([A-Za-z0-9_-]{1,64})\.(\d{1,10})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/

// Creating a key object costs as much as signing with it.
const secrets = new WeakMap<Buffer, KeyObject>()

const getSecretKey = (key: Buffer): KeyObject => {
  const secret = secrets.get(key) ?? createSecretKey(key)
  secrets.set(key, secret)
  return secret
}

// The kind is signed but not part of the payload, so an access token cannot be edited into a refresh token.
const computeSignature = (key: Buffer, kind: TokenKind, payload: string): string =>
  createHmac('sha256', getSecretKey(key)).update(`cuvee.${kind}.${payload}`).digest('base64url')

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Deterministic: the same claims give the same token, so a session's current pair can be reissued. */
const signToken = (key: Buffer, kind: TokenKind, claims: TokenClaims): string => {
  const payload = `${claims.sessionId}.${claims.counter}.${claims.expires}`
  return `${payload}.${computeSignature(key, kind, payload)}`
}

/** The claims of a token signed with this key as this kind, else null. Expiry is not checked. */
export const readToken = (key: Buffer, kind: TokenKind, token: string): TokenClaims | null => {
  if (token.length > MAX_TOKEN_LENGTH) return null
  const [, sessionId, counter, expires, signature] = TOKEN_SHAPE.exec(token) ?? []
  if (!sessionId || !counter || !expires || !signature) return null
  if (!isEqual(signature, computeSignature(key, kind, `${sessionId}.${counter}.${expires}`))) return null
  return { sessionId, counter: Number(counter), expires: Number(expires) }
}

interface TokenSession extends SessionTimes {
  readonly id: string
  readonly counter: number
}

const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** The token pair of a session row: the same row always gives the same pair. */
export const buildTokenPair = (key: Buffer, session: TokenSession, now: number): TokenInfo => {
  const { id: sessionId, counter } = session
  const expires = toSeconds(accessTokenExpiry(session))
  return {
    access_token: signToken(key, 'access', { sessionId, counter, expires }),
    refresh_token: signToken(key, 'refresh', { sessionId, counter, expires: toSeconds(sessionExpiry(session)) }),
    token_type: 'Bearer',
    expires,
    expires_in: Math.max(0, expires - toSeconds(now)),
    scope: 'api',
  }
}
