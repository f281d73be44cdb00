import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export type SendRow = Selectable<Schema['segment_sends']>

interface SendKey {
  readonly account_id: number
  readonly id: string
}

const SHOWN = 10

const ofAccount = (db: Db, accountId: number) => db.selectFrom('segment_sends').where('account_id', '=', accountId)

/** The latest first. */
export const readSends = (db: Db, accountId: number, segmentId: string): Promise<SendRow[]> =>
  ofAccount(db, accountId)
    .where('segment_id', '=', segmentId)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute()

export const findSend = (db: Db, { account_id, id }: SendKey): Promise<SendRow | undefined> =>
  ofAccount(db, account_id).where('id', '=', id).selectAll().executeTakeFirst()

/** Undefined while another run of the segment is open. */
export const insertSend = (db: Db, row: Insertable<Schema['segment_sends']>): Promise<SendRow | undefined> =>
  db
    .insertInto('segment_sends')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Undefined when it has none of these statuses anymore. */
export const updateSend = (
  db: Db,
  { account_id, id }: SendKey,
  from: readonly SendRow['status'][],
  change: Updateable<Schema['segment_sends']>,
): Promise<SendRow | undefined> =>
  db
    .updateTable('segment_sends')
    .set(change)
    .where((eb) => eb.and({ account_id, id }))
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
