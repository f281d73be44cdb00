import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { Clock } from '#domain/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'

/** So many hits in a window that begins with the first one. */
export const RATE_LIMITS = {
  /** wrong passwords of one address from one place: nobody can lock out somebody elsewhere */
  signIn: { hits: 10, seconds: 15 * 60 },
  register: { hits: 5, seconds: 60 * 60 },
  passwordReset: { hits: 3, seconds: 60 * 60 },
  verificationMail: { hits: 1, seconds: 60 },
  /** wrong current passwords of a user */
  currentPassword: { hits: 10, seconds: 15 * 60 },
  /** mails to addresses that a user names */
  emailChange: { hits: 10, seconds: 60 * 60 },
  /** people whom an account adds or invites */
  invite: { hits: 100, seconds: 60 * 60 },
  /** of one invitation */
  resendInvitation: { hits: 5, seconds: 10 * 60 },
  feedback: { hits: 5, seconds: 60 },
  export: { hits: 10, seconds: 60 },
  /** questions in words */
  ask: { hits: 20, seconds: 60 * 60 },
  /** sentences that a provider is asked for to see whether it works */
  modelTrial: { hits: 20, seconds: 60 * 60 },
  /** each is decoded, or fetched from elsewhere */
  picture: { hits: 20, seconds: 60 },
} as const

export type RateLimit = keyof typeof RATE_LIMITS

interface LimitParts {
  readonly db: Db
  readonly clock: Clock
  readonly env: Env
}

// Hashed: subjects are what people typed, of any length.
const bucketOf = (limit: RateLimit, subject: readonly string[]): string =>
  `${limit}:${createHash('sha256').update(JSON.stringify(subject)).digest('base64url')}`

const countHit = (db: Db, bucket: string, now: number, windowMs: number) =>
  db
    .insertInto('rate_limits')
    .values({ bucket, window_start: new Date(now), hits: 1 })
    .onConflict((conflict) => {
      const isOver = sql<boolean>`rate_limits.window_start <= ${new Date(now - windowMs)}`
      return conflict.column('bucket').doUpdateSet({
        hits: sql<number>`case when ${isOver} then 1 else rate_limits.hits + 1 end`,
        window_start: sql<Date>`case when ${isOver} then excluded.window_start else rate_limits.window_start end`,
      })
    })
    .returning(['hits', 'window_start as windowStart'])
    .executeTakeFirstOrThrow()

/**
 * Counts a hit, in the database, so that a restart forgets none.
 *
 * @throws Failure `request.too_many` with the seconds until the window ends
 */
export const assertWithinLimit = async (parts: LimitParts, limit: RateLimit, ...subject: string[]): Promise<void> => {
  if (parts.env.RATE_LIMITS === 'off') return
  const { hits, seconds } = RATE_LIMITS[limit]
  const now = parts.clock.now()
  const count = await countHit(parts.db, bucketOf(limit, subject), now, seconds * 1000)
  if (count.hits <= hits) return
  const retryAfter = Math.max(1, Math.ceil((count.windowStart.getTime() + seconds * 1000 - now) / 1000))
  throw fail('request.too_many', { retryAfter })
}

/** Forgets the hits of a subject, as a right password does with the wrong ones before it. */
export const clearLimit = async ({ db }: LimitParts, limit: RateLimit, ...subject: string[]): Promise<void> => {
  await db.deleteFrom('rate_limits').where('bucket', '=', bucketOf(limit, subject)).execute()
}
