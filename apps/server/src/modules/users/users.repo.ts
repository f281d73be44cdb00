import { randomUUID } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { Session, TokenInfo, User } from '#contract/auth.ts'
import { fail } from '#contract/errors.ts'
import { canonicalEmail, NO_EMAIL_DOMAIN } from '#domain/field-rules.ts'
import { type Db, type UserKey, unscoped } from '#server/db/database.ts'
import { storeUnlessTaken } from '#server/db/database-failure.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { Deps } from '#server/deps.ts'
import { defineEvent } from '#server/platform/events.ts'

export type UserRow = Selectable<Schema['users']>
export type NewUser = Insertable<Schema['users']>

export { canonicalEmail as normalizeEmail }

/** An address that receives no email. It cannot be foreseen, or somebody could have taken it before. */
export const newPlaceholderEmail = (): string => `user-${randomUUID()}@${NO_EMAIL_DOMAIN}`

/** Unscoped, as an address is unique across all accounts. */
export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  unscoped(db).selectFrom('users').selectAll().where('email', '=', canonicalEmail(email)).executeTakeFirst()

/** The user who keeps an address when somebody of the account proves it: one who has proved it, too, or a colleague. */
export const findEmailHolder = (
  db: Db,
  { email, accountId }: { readonly email: string; readonly accountId: number },
): Promise<UserRow | undefined> =>
  unscoped(db)
    .selectFrom('users')
    .selectAll()
    .where('email', '=', canonicalEmail(email))
    .where((user) => user.or([user('email_verified', '=', true), user('account_id', '=', accountId)]))
    .executeTakeFirst()

export const findUser = (db: Db, { accountId, userId }: UserKey): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('account_id', '=', accountId).where('id', '=', userId).executeTakeFirst()

/**
 * Whether another user, who has proved this address, can still get it back by undoing a change: nobody else has it without
 * proving it. Unscoped, as an address is unique across all accounts. Ask after the address is written: a change that commits in
 * between is visible then.
 */
export const isEmailReserved = async (
  db: Db,
  { email, userId, now }: { readonly email: string; readonly userId: string; readonly now: Date },
): Promise<boolean> => {
  const row = await unscoped(db)
    .selectFrom('one_time_tokens')
    .select('id')
    .where((eb) => eb.and({ kind: 'undo', email: canonicalEmail(email) }))
    .where('user_id', '<>', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** undefined when the address is taken. */
const insertUser = (db: Db, user: NewUser): Promise<UserRow | undefined> =>
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
    .where((eb) => eb.and({ account_id: accountId, id: userId }))
    .returningAll()
    .executeTakeFirst()

/**
 * Changes a user who has just proved a password. undefined when password or address were changed since `user` was read: the
 * proof no longer counts. Locks the row, so a concurrent change of the password sees what this transaction inserted.
 */
export const updateProvedUser = (db: Db, user: UserRow, change: UserChange): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set(change)
    .where((eb) => eb.and({ account_id: user.account_id, id: user.id }))
    .where('password_hash', 'is not distinct from', user.password_hash)
    .where('email', '=', user.email)
    .returningAll()
    .executeTakeFirst()

/** Sets a verified address. False when it is taken: the transaction can then only be rolled back. */
export const updateEmail = (
  db: Db,
  { accountId, userId, email }: UserKey & { readonly email: string },
): Promise<boolean> =>
  storeUnlessTaken(
    db
      .updateTable('users')
      .set({ email: canonicalEmail(email), email_verified: true })
      .where((eb) => eb.and({ account_id: accountId, id: userId }))
      .execute(),
  )

/** Users who can sign in. */
export const countUsers = (db: Db, accountId: number): Promise<number> =>
  countRows(db.selectFrom('users').where('account_id', '=', accountId).where('disabled_at', 'is', null))

/** Locks the user's row until the transaction ends, to serialize changes of one user. */
export const lockUser = async (db: Db, { accountId, userId }: UserKey): Promise<void> => {
  await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.and({ account_id: accountId, id: userId }))
    .forNoKeyUpdate()
    .execute()
}

export const fullName = ({ first_name, last_name }: Pick<UserRow, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`

export const presentUser = (row: UserRow): User => ({
  id: row.id,
  accountId: row.account_id,
  createdDateUtc: row.created_at.toISOString(),
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  emailVerified: row.email_verified,
  lastLoginDateUtc: row.last_login_at?.toISOString() ?? null,
  profilePhotoUrlLarge: row.photo_url_large,
  profilePhotoUrlSmall: row.photo_url_small,
  theme: row.theme,
  culture: row.culture,
  roles: row.roles,
  hasSecondFactor: row.second_factor_at !== null,
})

export const presentSession = (token: TokenInfo, row: UserRow): Session => ({
  ...token,
  user: { ...presentUser(row), token },
})

export const userCreated = defineEvent<UserKey>('user.created')

/** Published after the user's email has changed. */
export const userEmailChanged = defineEvent<{ accountId: number; from: string; to: string }>('user.email_changed')

/** Published before the user's row and, by cascade, the user's content are deleted. `newOwnerId` takes over shared content. */
export const userRemoved = defineEvent<UserKey & { email: string; newOwnerId: string }>('user.removed')

/**
 * Inserts a user and publishes `userCreated`; undefined when the address is taken. Errors: `account.email_taken` when another
 * user can still get it back, unless it is proved.
 */
export const createUser = async ({ events }: Deps, trx: Db, user: NewUser): Promise<UserRow | undefined> => {
  const row = await insertUser(trx, user)
  if (!row) return undefined
  const { id: userId, email, created_at: now } = row
  const isReserved = !row.email_verified && (await isEmailReserved(trx, { email, userId, now }))
  if (isReserved) throw fail('account.email_taken', { field: 'email' })
  await events.publish(trx, userCreated, { accountId: row.account_id, userId: row.id })
  return row
}
