import type { Insertable, Selectable, Updateable } from 'kysely'
import { type Db, unscoped } from '#server/db/database.ts'
import { type Page, paginate } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'

export type WebhookRow = Selectable<Schema['webhooks']>
export type DeliveryRow = Selectable<Schema['webhook_deliveries']>

type Key = Pick<WebhookRow, 'account_id' | 'id'>

const ofAccount = (db: Db, accountId: number) => db.selectFrom('webhooks').where('account_id', '=', accountId)

/** Oldest first. */
export const listWebhooks = (db: Db, accountId: number): Promise<WebhookRow[]> =>
  ofAccount(db, accountId).selectAll().orderBy('created_at').orderBy('id').execute()

export const findWebhook = (db: Db, { account_id, id }: Key): Promise<WebhookRow | undefined> =>
  ofAccount(db, account_id).selectAll().where('id', '=', id).executeTakeFirst()

export const insertWebhook = (db: Db, row: Insertable<Schema['webhooks']>): Promise<WebhookRow> =>
  db.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()

export const updateWebhook = (
  db: Db,
  { account_id, id }: Key,
  change: Updateable<Schema['webhooks']>,
): Promise<WebhookRow | undefined> =>
  db
    .updateTable('webhooks')
    .set(change)
    .where((eb) => eb.and({ account_id, id }))
    .returningAll()
    .executeTakeFirst()

export const deleteWebhook = (db: Db, { account_id, id }: Key): Promise<WebhookRow | undefined> =>
  db.deleteFrom('webhooks').where('account_id', '=', account_id).where('id', '=', id).returningAll().executeTakeFirst()

const deliveriesOf = (db: Db, { account_id, id }: Key) =>
  db.selectFrom('webhook_deliveries').where('account_id', '=', account_id).where('webhook_id', '=', id)

/** Latest first, and their total count. */
export const listDeliveries = (db: Db, of: Key, page: Page) =>
  paginate(db, deliveriesOf(db, of).selectAll().orderBy('created_at', 'desc').orderBy('id'), page)

export const findDelivery = (db: Db, of: Key, deliveryId: string): Promise<DeliveryRow | undefined> =>
  deliveriesOf(db, of).selectAll().where('id', '=', deliveryId).executeTakeFirst()

/** The latest delivery of each webhook, by its ID. */
export const latestDeliveries = async (db: Db, accountId: number): Promise<ReadonlyMap<string, DeliveryRow>> => {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .distinctOn('webhook_id')
    .where('account_id', '=', accountId)
    .orderBy('webhook_id')
    .orderBy('created_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.webhook_id, row]))
}

export const insertDelivery = (db: Db, row: Insertable<Schema['webhook_deliveries']>): Promise<DeliveryRow> =>
  db.insertInto('webhook_deliveries').values(row).returningAll().executeTakeFirstOrThrow()

export const updateDelivery = (
  db: Db,
  { account_id, id }: Key,
  change: Updateable<Schema['webhook_deliveries']>,
): Promise<DeliveryRow | undefined> =>
  db
    .updateTable('webhook_deliveries')
    .set(change)
    .where((eb) => eb.and({ account_id, id }))
    .returningAll()
    .executeTakeFirst()

export interface Due {
  readonly delivery: DeliveryRow
  readonly webhook: WebhookRow
}

/** A delivery with its webhook; undefined when either was deleted. */
export const findDue = async (db: Db, { account_id, id }: Key): Promise<Due | undefined> => {
  const delivery = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where((eb) => eb.and({ account_id, id }))
    .executeTakeFirst()
  const webhook = delivery && (await findWebhook(db, { account_id, id: delivery.webhook_id }))
  return delivery && webhook && { delivery, webhook }
}

/** Of all accounts: keys belong to the installation. */
export const allSecrets = (db: Db): Promise<Pick<WebhookRow, 'id' | 'account_id' | 'secrets'>[]> =>
  unscoped(db).selectFrom('webhooks').select(['id', 'account_id', 'secrets']).execute()
