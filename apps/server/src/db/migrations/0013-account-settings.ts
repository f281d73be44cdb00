import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Account settings without a column of their own are stored by id. */
export const accountSettings: Migration = {
  id: '0013-account-settings',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table accounts add column settings jsonb not null default '{}'`.execute(db)
  },
}
