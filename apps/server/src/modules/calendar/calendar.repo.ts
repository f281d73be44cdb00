import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { countRows } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export type NoteRow = Selectable<Schema['calendar_notes']>

interface NoteKey {
  readonly account_id: number
  readonly id: string
}

/** Half-open local days. */
export interface Days {
  readonly from: string
  readonly until: string
}

/** Written notes that overlap the days, by their first day. */
export const notesBetween = (db: Db, accountId: number, { from, until }: Days): Promise<NoteRow[]> =>
  db
    .selectFrom('calendar_notes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('from_day', '<', until)
    .where('until_day', '>', from)
    .orderBy('from_day')
    .orderBy('id')
    .execute()

/** Names of the account's services by their IDs. */
export const serviceNames = async (db: Db, accountId: number): Promise<Map<string, string>> => {
  const rows = await db.selectFrom('services').select(['id', 'name']).where('account_id', '=', accountId).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Includes deleted ones. */
export const countNotes = (db: Db, accountId: number): Promise<number> =>
  countRows(db.selectFrom('calendar_notes').where('account_id', '=', accountId))

export const insertNote = (db: Db, row: Insertable<Schema['calendar_notes']>): Promise<NoteRow> =>
  db.insertInto('calendar_notes').values(row).returningAll().executeTakeFirstOrThrow()

/** Undefined when there is no such note among the deleted or the other ones. */
export const updateNote = (
  db: Db,
  { account_id, id }: NoteKey,
  change: Updateable<Schema['calendar_notes']>,
  isDeleted = false,
): Promise<NoteRow | undefined> =>
  db
    .updateTable('calendar_notes')
    .set(change)
    .where((eb) => eb.and({ account_id, id }))
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .returningAll()
    .executeTakeFirst()
