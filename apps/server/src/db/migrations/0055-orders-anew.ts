import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Orders are all read again: what refunds of Shopify keep, and which lines are units at Square and Toast, has changed. */
export const ordersAnew: Migration = {
  id: '0055-orders-anew',
  up: async (db: Kysely<unknown>) => {
    await sql`update services set cursors = cursors - 'orders' where type in ('shopify', 'square', 'toast')`.execute(db)
  },
}
