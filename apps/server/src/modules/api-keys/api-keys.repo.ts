import type { Insertable } from 'kysely'
import type { Db, UserKey } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'

/** Whose keys: of a user, or with a null user the service keys of the account. */
export interface KeyOwner {
  readonly accountId: number
  readonly userId: string | null
}

const ofOwner = (db: Db, { accountId, userId }: KeyOwner) =>
  db
    .selectFrom('api_keys')
    .where('account_id', '=', accountId)
    .where('user_id', userId === null ? 'is' : '=', userId)

export const countKeys = (db: Db, owner: KeyOwner): Promise<number> => countRows(ofOwner(db, owner))

/** Keys with their users' names, newest first: of one user, or all of the account. */
export const listKeys = (db: Db, accountId: number, userId?: string) =>
  db
    .selectFrom('api_keys as key')
    .leftJoin('users', (join) =>
      join.onRef('users.account_id', '=', 'key.account_id').onRef('users.id', '=', 'key.user_id'),
    )
    .where('key.account_id', '=', accountId)
    .$if(userId !== undefined, (query) => query.where('key.user_id', '=', userId ?? ''))
    .select(['key.id', 'key.user_id', 'key.name', 'key.scope', 'key.prefix'])
    .select(['key.created_by_name', 'key.decision_due_at'])
    .select(['key.created_at', 'key.expires_at', 'key.last_used_at', 'users.first_name', 'users.last_name'])
    .orderBy('key.created_at', 'desc')
    .orderBy('key.id')
    .execute()

export type ListedKey = Awaited<ReturnType<typeof listKeys>>[number]

export const insertKey = (db: Db, row: Insertable<Schema['api_keys']>): Promise<{ id: string }> =>
  db.insertInto('api_keys').values(row).returning('id').executeTakeFirstOrThrow()

/** The name of the deleted key; undefined: the account, or the user if one is given, has no such key. */
export const deleteKey = (
  db: Db,
  { accountId, id, userId }: { accountId: number; id: string; userId?: string },
): Promise<{ name: string } | undefined> =>
  db
    .deleteFrom('api_keys')
    .where((eb) => eb.and({ account_id: accountId, id }))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .returning('name')
    .executeTakeFirst()

interface DecidedKey extends UserKey {
  readonly id: string
  /** of the user who takes it over */
  readonly name: string
}

/** A service key that waited for a decision stays, as one of this user. Undefined: there is none. */
export const keepKey = (db: Db, { accountId, id, userId, name }: DecidedKey): Promise<{ name: string } | undefined> =>
  db
    .updateTable('api_keys')
    .set({ created_by: userId, created_by_name: name, decision_due_at: null })
    .where((eb) => eb.and({ account_id: accountId, id }))
    .where('decision_due_at', 'is not', null)
    .returning('name')
    .executeTakeFirst()
