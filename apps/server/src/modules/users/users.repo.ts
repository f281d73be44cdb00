import type { Insertable, Selectable } from 'kysely'
import { type Db, unscoped } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'

export type UserRow = Selectable<Schema['users']>
export type NewUser = Insertable<Schema['users']>

interface UserKey {
  readonly accountId: number
  readonly userId: string
}

/** Addresses are compared without regard to case, and stored so. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** An address belongs to one user of all accounts, hence unscoped. */
export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  unscoped(db).selectFrom('users').selectAll().where('email', '=', normalEmail(email)).executeTakeFirst()

export const findUser = (db: Db, { accountId, userId }: UserKey): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('account_id', '=', accountId).where('id', '=', userId).executeTakeFirst()

/** Users who can sign in, by name. */
export const listUsers = (db: Db, accountId: number): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()

/** undefined when the address is taken. */
export const insertUser = (db: Db, user: NewUser): Promise<UserRow | undefined> =>
  db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()

type UserChange = Partial<Pick<UserRow, 'theme' | 'last_login_at' | 'password_hash' | 'email_verified'>>

/** undefined when there is no such user. */
export const updateUser = (db: Db, { accountId, userId }: UserKey, change: UserChange): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set(change)
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirst()

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

/** Holds the user's row until the transaction ends: what must happen one at a time for a user waits here. */
export const lockUser = async (db: Db, { accountId, userId }: UserKey): Promise<void> => {
  await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .forUpdate()
    .execute()
}
