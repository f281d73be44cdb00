import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'

export type AccountRow = Selectable<Schema['accounts']>
export type NewAccount = Insertable<Schema['accounts']>

export const insertAccount = (db: Db, account: NewAccount): Promise<AccountRow> =>
  db.insertInto('accounts').values(account).returningAll().executeTakeFirstOrThrow()

export const findAccount = (db: Db, id: number): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()

export const countServices = async (db: Db, accountId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('services')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}
