import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { EndpointRateLimit } from '#contract/endpoint.ts'
import { fail } from '#contract/errors.ts'
import type { Clock } from '#domain/clock.ts'
import { type Db, writeLasting } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'

export interface RateLimit {
  readonly hits: number
  readonly seconds: number
}

/** A limit after it counted a request. */
export interface LimitState extends RateLimit {
  readonly name: string
  /** hits left in the window; negative: the request is refused */
  readonly remaining: number
  /** until the window ends */
  readonly resetSeconds: number
}

/** Limits that a use case checks itself, because they depend on the input. Limits of entire endpoints are in the contract. */
const RATE_LIMITS = {
  /** failed sign-ins per email address and network, so that an attacker cannot lock out a user elsewhere */
  signIn: { hits: 10, seconds: 15 * 60 },
  /** failed sign-ins per network, whatever the email address: guesses of one password for many users */
  signInNetwork: { hits: 50, seconds: 15 * 60 },
  /** failed sign-ins per email address from all networks; more than a few networks reach together within `signIn` */
  signInAccount: { hits: 100, seconds: 15 * 60 },
  /** per IP address */
  register: { hits: 5, seconds: 60 * 60 },
  passwordReset: { hits: 3, seconds: 60 * 60 },
  /** reset emails requested by a network, for any addresses */
  passwordResetNetwork: { hits: 20, seconds: 60 * 60 },
  /** wrong current passwords of a user */
  currentPassword: { hits: 10, seconds: 15 * 60 },
  /** wrong second factors of a user */
  secondFactor: { hits: 10, seconds: 15 * 60 },
  /** sign-ins by passkey that a network begins */
  passkeyOptions: { hits: 100, seconds: 15 * 60 },
  /** single sign-ons that a network begins */
  signOn: { hits: 100, seconds: 15 * 60 },
  /** answers of SAML providers, per network */
  samlResponse: { hits: 300, seconds: 15 * 60 },
  /** email to addresses that a user enters */
  emailChange: { hits: 10, seconds: 60 * 60 },
  /** requests of everyone who has a view link; a screen on a wall makes one a minute */
  viewLink: { hits: 300, seconds: 5 * 60 },
  /** requests of everyone who has a live link; each reads the whole report */
  reportLink: { hits: 60, seconds: 5 * 60 },
  /** tokens of no link, per network */
  linkGuess: { hits: 30, seconds: 15 * 60 },
  /** events of a service's platform; one sync follows a burst of any size */
  platformEvent: { hits: 600, seconds: 60 },
  /** keys that a platform sends for a connection, per network; shared hosts send those of many stores */
  platformKeys: { hits: 60, seconds: 15 * 60 },
  /** people whom an account adds or invites */
  invite: { hits: 100, seconds: 60 * 60 },
  /** questions of a user that go to a language model, each of which costs money */
  modelQuestion: { hits: 60, seconds: 60 * 60 },
  /** per invitation */
  resendInvitation: { hits: 5, seconds: 10 * 60 },
} as const satisfies Record<string, RateLimit>

type RateLimitName = keyof typeof RATE_LIMITS

interface LimitParts {
  readonly db: Db
  readonly clock: Clock
  readonly env: Pick<Env, 'RATE_LIMITS'>
}

// Hashed: subjects are user input of any length.
const toBucket = (name: string, subject: readonly string[]): string =>
  `${name}:${createHash('sha256').update(JSON.stringify(subject)).digest('base64url')}`

const countHit = (db: Db, bucket: string, now: number, windowMs: number) =>
  db
    .insertInto('rate_limits')
    .values({ bucket, window_start: new Date(now), hits: 1 })
    .onConflict((conflict) => {
      const isExpired = sql<boolean>`rate_limits.window_start <= ${new Date(now - windowMs)}`
      return conflict.column('bucket').doUpdateSet({
        hits: sql<number>`case when ${isExpired} then 1 else rate_limits.hits + 1 end`,
        window_start: sql<Date>`case when ${isExpired} then excluded.window_start else rate_limits.window_start end`,
      })
    })
    .returning(['hits', 'window_start as windowStart'])
    .executeTakeFirstOrThrow()

const countNamed = (parts: LimitParts, name: RateLimitName, subject: readonly string[]): Promise<LimitState | null> =>
  countWithinLimit(parts, { ...RATE_LIMITS[name], name }, subject)

/** @throws Failure `request.too_many` with the seconds until the window ends */
export const assertWithinLimit = async (
  parts: LimitParts,
  name: RateLimitName,
  ...subject: string[]
): Promise<void> => {
  assertNotExceeded(await countNamed(parts, name, subject))
}

/** Counts like `assertWithinLimit`, for work that can be left out. */
export const isWithinLimit = async (parts: LimitParts, name: RateLimitName, ...subject: string[]): Promise<boolean> => {
  const state = await countNamed(parts, name, subject)
  return state === null || state.remaining >= 0
}

/** The limit of a contract entry; `onCount` gets its state, also when it is exceeded. Errors: `request.too_many`. */
export const assertWithinEndpointLimit = async (
  parts: LimitParts,
  limit: EndpointRateLimit | undefined,
  { userId, accountId }: { readonly userId: string; readonly accountId: number },
  onCount: (state: LimitState) => void,
): Promise<void> => {
  if (!limit) return
  const { bucket: name, hits, seconds } = limit
  const subject = limit.per === 'user' ? userId : String(accountId)
  const state = await countWithinLimit(parts, { name, hits, seconds }, [subject])
  if (state) onCount(state)
  assertNotExceeded(state)
}

// Counted in the database, because a restart must not reset it, and also if the request fails and is rolled back.
const countWithinLimit = async (
  { db, clock, env }: LimitParts,
  limit: RateLimit & { readonly name: string },
  subject: readonly string[],
): Promise<LimitState | null> => {
  if (env.RATE_LIMITS === 'off') return null
  const bucket = toBucket(limit.name, subject)
  const now = clock.now()
  const count = await writeLasting(db, (writer) => countHit(writer, bucket, now, limit.seconds * 1000))
  const resetSeconds = Math.max(1, Math.ceil((count.windowStart.getTime() + limit.seconds * 1000 - now) / 1000))
  return { ...limit, remaining: limit.hits - count.hits, resetSeconds }
}

const assertNotExceeded = (state: LimitState | null): void => {
  if (state && state.remaining < 0) throw fail('request.too_many', { retryAfter: state.resetSeconds })
}

/** Resets the count, as a correct password does. */
export const clearLimit = async ({ db }: LimitParts, name: RateLimitName, ...subject: string[]): Promise<void> => {
  await db.deleteFrom('rate_limits').where('bucket', '=', toBucket(name, subject)).execute()
}

/** Deletes the counts for an email address that do not depend on a network; the others expire within a day. */
export const clearAddressLimits = async (db: Db, email: string): Promise<void> => {
  const buckets = (['signInAccount', 'passwordReset'] as const).map((name) => toBucket(name, [email]))
  await db.deleteFrom('rate_limits').where('bucket', 'in', buckets).execute()
}

/** Takes back one hit, as a correct password does where others still count. */
export const uncountHit = async ({ db }: LimitParts, name: RateLimitName, ...subject: string[]): Promise<void> => {
  await db
    .updateTable('rate_limits')
    .set({ hits: sql<number>`hits - 1` })
    .where('bucket', '=', toBucket(name, subject))
    .where('hits', '>', 0)
    .execute()
}

const GROUPS = 8
const NETWORK_GROUPS = 4

/** What limits count a client by: the IPv4 address, or the /64 network of an IPv6 address, all of which one client has. */
export const clientNetwork = (ip: string): string => {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? []
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [before = '', after = ''] = ip.toLowerCase().split('::')
  const [first, last] = [before, after].map((part) => part.split(':').filter((group) => group !== ''))
  const left = first ?? []
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - (last?.length ?? 0)) }, () => '0')
  const groups = [...left, ...zeros, ...(last ?? [])].slice(0, NETWORK_GROUPS)
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')
}
