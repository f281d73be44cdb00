import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, unscoped } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export type UserRow = Selectable<Schema['users']>
export type NewUser = Insertable<Schema['users']>

interface UserKey {
  readonly accountId: number
  readonly userId: string
}

/** Addresses are compared and stored in lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** Unscoped, as an address is unique across all accounts. */
export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  unscoped(db).selectFrom('users').selectAll().where('email', '=', normalizeEmail(email)).executeTakeFirst()

export const findUser = (db: Db, { accountId, userId }: UserKey): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('account_id', '=', accountId).where('id', '=', userId).executeTakeFirst()

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

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Active users whose name or email contains every word of the text, ignoring case. */
export const searchUsers = (db: Db, accountId: number, text: string): Promise<UserRow[]> => {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const wanted = sql<string>`concat_ws(' ', first_name, last_name, email)`
  return words
    .reduce((query, word) => query.where(wanted, 'ilike', `%${escapeLike(word)}%`), activeUsers(db, accountId))
    .execute()
}

/** undefined when the address is taken. */
export const insertUser = (db: Db, user: NewUser): Promise<UserRow | undefined> =>
  db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()

type UserChange = Partial<Omit<UserRow, 'id' | 'account_id' | 'email' | 'created_at'>>

/** undefined when there is no such user. */
export const updateUser = (db: Db, { accountId, userId }: UserKey, change: UserChange): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirst()

const UNIQUE_VIOLATION = '23505'

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION

/** Sets a verified address. False when it is taken: the transaction can then only be rolled back. */
export const updateEmail = async (
  db: Db,
  { accountId, userId, email }: UserKey & { readonly email: string },
): Promise<boolean> => {
  try {
    await db
      .updateTable('users')
      .set({ email: normalizeEmail(email), email_verified: true })
      .where('account_id', '=', accountId)
      .where('id', '=', userId)
      .execute()
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

/** Deletes a user and, by cascade, the user's sessions, links, dashboards, reports and notifications. */
export const deleteUser = async (db: Db, { accountId, userId }: UserKey): Promise<void> => {
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

/** Users who can sign in. */
export const countUsers = async (db: Db, accountId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks the user's row until the transaction ends, to serialize changes of one user. */
export const lockUser = async (db: Db, { accountId, userId }: UserKey): Promise<void> => {
  await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .forUpdate()
    .execute()
}

/**
 * Serializes changes of an account's users and roles until the transaction ends. Read users and roles after taking the lock.
 */
export const lockAccountUsers = async (db: Db, accountId: number): Promise<void> => {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}
