import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

const PLATFORMS = ['bigcommerce', 'commerce7', 'shopify', 'square', 'toast', 'winedirect', 'woocommerce']

/** Orders of platforms are all read again: refunds, gift cards, and remainders of subtotals count differently. */
export const orderMoney: Migration = {
  id: '0048-order-money',
  up: async (db: Kysely<unknown>) => {
    await sql`update services set cursors = cursors - 'orders' where type in (${sql.join(PLATFORMS)})`.execute(db)
  },
}
