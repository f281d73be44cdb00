import { createHash } from 'node:crypto'
import { type Db, unscoped } from '#server/db/database.ts'

export type OneTimeKind = 'reset' | 'verify'

const MINUTE = 60_000
const LIFETIME: Readonly<Record<OneTimeKind, number>> = { reset: 30 * MINUTE, verify: 24 * 60 * MINUTE }

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

interface NewToken {
  readonly id: string
  readonly token: string
  readonly kind: OneTimeKind
  readonly accountId: number
  readonly userId: string
  readonly now: number
}

/** Stores the hash of a mailed token; earlier ones of the kind stop working. */
export const replaceOneTimeToken = async (
  db: Db,
  { id, token, kind, accountId, userId, now }: NewToken,
): Promise<void> => {
  await db
    .deleteFrom('one_time_tokens')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute()
  await db
    .insertInto('one_time_tokens')
    .values({
      id,
      account_id: accountId,
      user_id: userId,
      kind,
      token_hash: hashOf(token),
      expires_at: new Date(now + LIFETIME[kind]),
      used_at: null,
      created_at: new Date(now),
    })
    .execute()
}

interface GivenToken {
  readonly token: string
  readonly userId: string
  readonly kind: OneTimeKind
  readonly now: number
}

/** The account of a token that could be used now. Whoever follows a link is nobody yet, hence unscoped. */
export const findOneTimeToken = (db: Db, { token, userId, kind, now }: GivenToken) =>
  unscoped(db)
    .selectFrom('one_time_tokens')
    .select(['account_id as accountId', 'user_id as userId'])
    .where('token_hash', '=', hashOf(token))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()

/** Uses a token up; undefined when it cannot be used, also because another call has just done so. */
export const consumeOneTimeToken = (db: Db, { token, userId, kind, now }: GivenToken) =>
  unscoped(db)
    .updateTable('one_time_tokens')
    .set({ used_at: new Date(now) })
    .where('token_hash', '=', hashOf(token))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning(['account_id as accountId', 'user_id as userId'])
    .executeTakeFirst()
