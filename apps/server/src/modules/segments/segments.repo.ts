import type { Insertable, Selectable, Updateable } from 'kysely'
import { type Db, unscoped } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export type SegmentRow = Selectable<Schema['segments']>

interface SegmentKey {
  readonly account_id: number
  readonly id: string
}

const ofAccount = (db: Db, accountId: number) => db.selectFrom('segments').where('account_id', '=', accountId)

/** By name. */
export const readSegments = (db: Db, accountId: number): Promise<SegmentRow[]> =>
  ofAccount(db, accountId).selectAll().orderBy('name').orderBy('id').execute()

export const countSegments = (db: Db, accountId: number): Promise<number> => countRows(ofAccount(db, accountId))

export const findSegment = (db: Db, { account_id, id }: SegmentKey): Promise<SegmentRow | undefined> =>
  ofAccount(db, account_id).where('id', '=', id).selectAll().executeTakeFirst()

export const insertSegment = (db: Db, row: Insertable<Schema['segments']>): Promise<SegmentRow> =>
  db.insertInto('segments').values(row).returningAll().executeTakeFirstOrThrow()

/** Undefined when there is no such segment. */
export const updateSegment = (
  db: Db,
  { account_id, id }: SegmentKey,
  change: Updateable<Schema['segments']>,
): Promise<SegmentRow | undefined> =>
  db
    .updateTable('segments')
    .set(change)
    .where((eb) => eb.and({ account_id, id }))
    .returningAll()
    .executeTakeFirst()

export const deleteSegment = (db: Db, { account_id, id }: SegmentKey): Promise<SegmentRow | undefined> =>
  db
    .deleteFrom('segments')
    .where((eb) => eb.and({ account_id, id }))
    .returningAll()
    .executeTakeFirst()

/** Notes that the members of these segments are those of a day. */
export const noteUpdated = async (
  db: Db,
  accountId: number,
  { ids, day }: { readonly ids: readonly string[]; readonly day: string },
): Promise<void> => {
  await db
    .updateTable('segments')
    .set(({ fn, val }) => ({ updated_day: day, started_day: fn.coalesce('started_day', val(day)) }))
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
}

/** Accounts with segments, and the day that the members of the one that was updated first are of. Unscoped, because a scheduled job calls it. */
export const accountsWithSegments = (db: Db) =>
  unscoped(db)
    .selectFrom('segments')
    .innerJoin('accounts', 'accounts.id', 'segments.account_id')
    .where('accounts.deleted_at', 'is', null)
    .groupBy(['accounts.id', 'accounts.time_zone'])
    .select((row) => [
      'accounts.id',
      'accounts.time_zone as timeZone',
      // Never updated: the empty text is before every day.
      row.fn.min(row.fn.coalesce('segments.updated_day', row.val(''))).as('updatedDay'),
    ])
    .execute()
