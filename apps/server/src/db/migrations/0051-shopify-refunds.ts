import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Orders of Shopify are all read again: fees of returns stay with the winery, and money still to be paid out is taken back. */
export const shopifyRefunds: Migration = {
  id: '0051-shopify-refunds',
  up: async (db: Kysely<unknown>) => {
    await sql`update services set cursors = cursors - 'orders' where type = 'shopify'`.execute(db)
  },
}
