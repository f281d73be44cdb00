import type { Insertable, Selectable, UpdateObject } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export type ServiceRow = Selectable<Schema['services']>

export interface ServiceKey {
  readonly accountId: number
  readonly serviceId: string
}

/** Oldest first. */
export const listServices = (db: Db, accountId: number): Promise<ServiceRow[]> =>
  db
    .selectFrom('services')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const countServices = (db: Db, accountId: number): Promise<number> =>
  countRows(db.selectFrom('services').where('account_id', '=', accountId))

export const findService = (db: Db, accountId: number, id: string): Promise<ServiceRow | undefined> =>
  db.selectFrom('services').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

/** Locks the service for the rest of the transaction. */
export const lockService = (trx: Db, accountId: number, id: string): Promise<ServiceRow | undefined> =>
  trx
    .selectFrom('services')
    .selectAll()
    .where((eb) => eb.and({ account_id: accountId, id }))
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insertService = (db: Db, row: Insertable<Schema['services']>): Promise<ServiceRow> =>
  db.insertInto('services').values(row).returningAll().executeTakeFirstOrThrow()

export const updateService = (
  db: Db,
  { account_id, id }: Pick<ServiceRow, 'account_id' | 'id'>,
  change: UpdateObject<Schema, 'services'>,
): Promise<ServiceRow> =>
  db
    .updateTable('services')
    .set(change)
    .where((eb) => eb.and({ account_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Its runs and staged files are deleted by cascade. */
export const deleteService = async (db: Db, accountId: number, id: string): Promise<void> => {
  await db.deleteFrom('services').where('account_id', '=', accountId).where('id', '=', id).execute()
}

export const hasSample = async (db: Db, accountId: number): Promise<boolean> => {
  const row = await db
    .selectFrom('services')
    .select('id')
    .where((eb) => eb.and({ account_id: accountId, is_sample: true }))
    .executeTakeFirst()
  return row !== undefined
}
