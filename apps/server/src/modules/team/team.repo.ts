import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { UserRow } from '#server/modules/users/index.ts'

const activeUsers = (db: Db, accountId: number) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')

/** Users who can sign in, by name. */
export const listUsers = (db: Db, accountId: number): Promise<UserRow[]> => activeUsers(db, accountId).execute()

/** By name. */
export const listDisabledUsers = (db: Db, accountId: number): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is not', null)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Active users whose name or email contains every word of the text, ignoring case. */
export const searchUsers = (db: Db, accountId: number, text: string): Promise<UserRow[]> => {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const wanted = sql<string>`concat_ws(' ', first_name, last_name, email)`
  return words
    .reduce((query, word) => query.where(wanted, 'ilike', `%${escapeLike(word)}%`), activeUsers(db, accountId))
    .execute()
}

/** Deletes a user with stored responses and, by cascade, the user's sessions, links, dashboards, reports and notifications. */
export const deleteUser = async (
  db: Db,
  { accountId, userId }: { accountId: number; userId: string },
): Promise<void> => {
  await db.deleteFrom('idempotency_keys').where('account_id', '=', accountId).where('user_id', '=', userId).execute()
  await db.deleteFrom('users').where('account_id', '=', accountId).where('id', '=', userId).execute()
}

/** Owners who can sign in, oldest first. */
export const listOwners = (db: Db, accountId: number): Promise<Pick<UserRow, 'id'>[]> =>
  db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`'AccountOwner' = any(roles)`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/**
 * Serializes changes of an account's users and roles until the transaction ends. Read users and roles after taking the lock.
 */
export const lockAccountUsers = async (db: Db, accountId: number): Promise<void> => {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}
