import { type Db, unscoped } from '#server/db/database.ts'
import type { ServiceRow } from '../services.repo.ts'

/** A service by its id alone: whoever calls a webhook is known by the address's secret, not by an account. */
export const findServiceOfWebhook = (db: Db, id: string): Promise<ServiceRow | undefined> =>
  unscoped(db).selectFrom('services').selectAll().where('id', '=', id).executeTakeFirst()

/** False when the event was received before. */
export const enterEvent = async (
  db: Db,
  { id, account_id }: Pick<ServiceRow, 'id' | 'account_id'>,
  { eventId, at }: { eventId: string; at: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('webhook_events')
    .values({ account_id, service_id: id, event_id: eventId, received_at: at })
    .onConflict((conflict) => conflict.columns(['service_id', 'event_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** Brings the next sync forward to `at`; false when it comes by then anyway, or nothing is fetched until somebody acts. */
export const bringForward = async (
  db: Db,
  { id, account_id }: Pick<ServiceRow, 'id' | 'account_id'>,
  at: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('services')
    .set({ next_sync_at: at })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('needs_attention_at', 'is', null)
    .where((row) => row.or([row('next_sync_at', 'is', null), row('next_sync_at', '>', at)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
