import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

const PLATFORMS = ['bigcommerce', 'commerce7', 'winedirect', 'woocommerce']

/** Orders of these platforms are all read again: their parts add up to their totals, and bundles count the bottles in them. */
export const orderParts: Migration = {
  id: '0054-order-parts',
  up: async (db: Kysely<unknown>) => {
    await sql`update services set cursors = cursors - 'orders' where type in (${sql.join(PLATFORMS)})`.execute(db)
  },
}
