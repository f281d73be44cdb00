import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Whether the rows of an account keep customers of one email apart; null: they are not joined yet. */
export const separateCustomers: Migration = {
  id: '0056-separate-customers',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table warehouse_ledger add column separate_customers boolean`.execute(db)
  },
}
