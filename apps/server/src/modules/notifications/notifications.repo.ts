import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'

export type NotificationRow = Selectable<Schema['notifications']>

interface Reader {
  readonly accountId: number
  readonly userId: string
}

/** Newest first. */
export const listNotifications = (db: Db, { accountId, userId }: Reader): Promise<NotificationRow[]> =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const findNotification = (
  db: Db,
  { accountId, userId }: Reader,
  id: string,
): Promise<NotificationRow | undefined> =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The first reading counts; undefined when there is no such notification. */
export const markNotificationRead = (
  db: Db,
  { accountId, userId }: Reader,
  { id, at }: { id: string; at: Date },
): Promise<NotificationRow | undefined> =>
  db
    .updateTable('notifications')
    .set((row) => ({ read_at: row.fn.coalesce('read_at', row.val(at)) }))
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Whether there was one. */
export const deleteNotification = async (db: Db, { accountId, userId }: Reader, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
