import { createHash } from 'node:crypto'
import { type Db, unscoped } from '#server/db/database.ts'

/** `change` proves an address that is to become the user's. */
export type OneTimeKind = 'reset' | 'verify' | 'change'

/** What is stored of a mailed token: SHA-256, hex. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

interface UserKey {
  readonly accountId: number
  readonly userId: string
}

interface NewToken extends UserKey {
  readonly id: string
  readonly token: string
  readonly kind: OneTimeKind
  /** the address that it proves; null: the user's own */
  readonly email: string | null
  readonly now: number
  readonly lifetimeMs: number
}

/** Stores the hash of a mailed token; earlier ones of the kind stop working. */
export const replaceOneTimeToken = async (db: Db, given: NewToken): Promise<void> => {
  const { id, token, kind, accountId, userId, email, now, lifetimeMs } = given
  await forgetOneTimeTokens(db, { accountId, userId }, [kind])
  await db
    .insertInto('one_time_tokens')
    .values({
      id,
      account_id: accountId,
      user_id: userId,
      kind,
      token_hash: hashOf(token),
      email,
      expires_at: new Date(now + lifetimeMs),
      used_at: null,
      created_at: new Date(now),
    })
    .execute()
}

/** Mailed links of these kinds stop working. */
export const forgetOneTimeTokens = async (
  db: Db,
  { accountId, userId }: UserKey,
  kinds: readonly OneTimeKind[],
): Promise<void> => {
  await db
    .deleteFrom('one_time_tokens')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .execute()
}

/** The address that waits for its link to be opened. */
export const findPendingEmail = async (db: Db, { accountId, userId }: UserKey, now: number): Promise<string | null> => {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('email')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'change')
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  return row?.email ?? null
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
    .returning(['account_id as accountId', 'user_id as userId', 'email'])
    .executeTakeFirst()
