import type { Insertable, Selectable } from 'kysely'
import { MAX_LISTED_NOTIFICATIONS } from '#contract/notifications.ts'
import { type Db, type UserKey, unscoped, updatesAny } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export type NotificationRow = Selectable<Schema['notifications']>

/** Ids of the notified users; users already notified of the event are skipped. */
export const insertNotifications = async (
  db: Db,
  rows: readonly Insertable<Schema['notifications']>[],
): Promise<ReadonlySet<string>> => {
  if (rows.length === 0) return new Set()
  const inserted = await db
    .insertInto('notifications')
    .values([...rows])
    .onConflict((row) =>
      row.columns(['account_id', 'user_id', 'kind', 'event']).where('event', 'is not', null).doNothing(),
    )
    .returning('user_id')
    .execute()
  return new Set(inserted.map(({ user_id }) => user_id))
}

const shownTo = (db: Db, { accountId, userId }: UserKey) =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where((eb) => eb.and({ account_id: accountId, user_id: userId, in_app: true }))
    .where('deleted_at', 'is', null)

/** Newest first. */
export const listNotifications = (db: Db, reader: UserKey): Promise<NotificationRow[]> =>
  shownTo(db, reader).orderBy('created_at', 'desc').orderBy('id').limit(MAX_LISTED_NOTIFICATIONS).execute()

export const findNotification = (db: Db, reader: UserKey, id: string): Promise<NotificationRow | undefined> =>
  shownTo(db, reader).where('id', '=', id).executeTakeFirst()

const update = (db: Db, { accountId, userId }: UserKey, id: string) =>
  db.updateTable('notifications').where((eb) => eb.and({ account_id: accountId, user_id: userId, id, in_app: true }))

/** Keeps the time of the first read; undefined when there is no such notification. */
export const markNotificationRead = (
  db: Db,
  reader: UserKey,
  { id, at }: { id: string; at: Date },
): Promise<NotificationRow | undefined> =>
  update(db, reader, id)
    .set((row) => ({ read_at: row.fn.coalesce('read_at', row.val(at)) }))
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const markAllNotificationsRead = async (db: Db, { accountId, userId }: UserKey, at: Date): Promise<void> => {
  await db
    .updateTable('notifications')
    .set({ read_at: at })
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .where('read_at', 'is', null)
    .execute()
}

/** Soft-deletes a notification; returns whether it existed. */
export const deleteNotification = (db: Db, reader: UserKey, { id, at }: { id: string; at: Date }): Promise<boolean> =>
  updatesAny(update(db, reader, id).set({ deleted_at: at }).where('deleted_at', 'is', null))

/** Undefined when there is no such notification, deleted or not. */
export const restoreNotification = (db: Db, reader: UserKey, id: string): Promise<NotificationRow | undefined> =>
  update(db, reader, id).set({ deleted_at: null }).returningAll().executeTakeFirst()

/** Deletes notifications of all accounts created or soft-deleted before these times. */
export const deleteOldNotifications = async (db: Db, before: { made: Date; deleted: Date }): Promise<void> => {
  await unscoped(db)
    .deleteFrom('notifications')
    .where((row) => row.or([row('created_at', '<', before.made), row('deleted_at', '<', before.deleted)]))
    .execute()
}
