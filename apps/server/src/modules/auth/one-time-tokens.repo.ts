import { createHash } from 'node:crypto'
import { type Db, type UserKey, unscoped } from '#server/db/database.ts'

/** `change` verifies an address that is to become the user's; `undo` restores the address that it replaced. */
export type OneTimeTokenKind = 'reset' | 'verify' | 'change' | 'undo'

/** The stored form of an emailed token: SHA-256, hex. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

interface NewToken extends UserKey {
  readonly id: string
  readonly token: string
  readonly kind: OneTimeTokenKind
  /** the address that it verifies or restores; null: the user's current one */
  readonly email: string | null
  /** the session that asked for it; null: none, or it does not matter */
  readonly sessionId: string | null
  readonly now: number
  readonly lifetimeMs: number
}

/** Stores the hash of an emailed token. Invalidates earlier ones of the same kind, except `undo`: each restores another address. */
export const storeOneTimeToken = async (db: Db, given: NewToken): Promise<void> => {
  const { id, token, kind, accountId, userId, email, sessionId, now, lifetimeMs } = given
  if (kind !== 'undo') await deleteOneTimeTokens(db, { accountId, userId }, [kind])
  await db
    .insertInto('one_time_tokens')
    .values({
      id,
      account_id: accountId,
      user_id: userId,
      kind,
      token_hash: hashToken(token),
      email,
      session_id: sessionId,
      expires_at: new Date(now + lifetimeMs),
      used_at: null,
      created_at: new Date(now),
    })
    .execute()
}

/** Invalidates emailed links of these kinds. */
export const deleteOneTimeTokens = async (
  db: Db,
  { accountId, userId }: UserKey,
  kinds: readonly OneTimeTokenKind[],
): Promise<void> => {
  await db
    .deleteFrom('one_time_tokens')
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .where('kind', 'in', kinds)
    .execute()
}

/** The new address of a pending email change. */
export const findPendingEmail = async (db: Db, { accountId, userId }: UserKey, now: number): Promise<string | null> => {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('email')
    .where((eb) => eb.and({ account_id: accountId, user_id: userId, kind: 'change' }))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  return row?.email ?? null
}

interface PresentedToken {
  readonly token: string
  readonly userId: string
  readonly kind: OneTimeTokenKind
  readonly now: number
}

/** The user and account of a valid token. Unscoped, as the visitor of a link is not signed in. */
export const findOneTimeToken = (db: Db, { token, userId, kind, now }: PresentedToken) =>
  unscoped(db)
    .selectFrom('one_time_tokens')
    .select(['account_id as accountId', 'user_id as userId', 'email'])
    .where((eb) => eb.and({ token_hash: hashToken(token), user_id: userId, kind }))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()

/** Consumes a token; undefined when it is invalid or another call has just consumed it. */
export const consumeOneTimeToken = (db: Db, { token, userId, kind, now }: PresentedToken) =>
  unscoped(db)
    .updateTable('one_time_tokens')
    .set({ used_at: new Date(now) })
    .where((eb) => eb.and({ token_hash: hashToken(token), user_id: userId, kind }))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning([
      'account_id as accountId',
      'user_id as userId',
      'email',
      'session_id as sessionId',
      'created_at as createdAt',
    ])
    .executeTakeFirst()

interface UndoneChange extends UserKey {
  /** the restored address */
  readonly email: string
  readonly createdAt: Date
}

/** Invalidates the links that would undo later changes, and the other links to the restored address. */
export const deleteLaterUndoTokens = async (db: Db, undone: UndoneChange): Promise<void> => {
  await db
    .deleteFrom('one_time_tokens')
    .where((eb) => eb.and({ account_id: undone.accountId, user_id: undone.userId, kind: 'undo' }))
    .where((row) => row.or([row('created_at', '>', undone.createdAt), row('email', '=', undone.email)]))
    .execute()
}
