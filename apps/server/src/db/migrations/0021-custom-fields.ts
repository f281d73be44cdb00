import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Fields that an account keeps in addition to the standard columns, with the keys of deleted ones. */
export const customFields: Migration = {
  id: '0021-custom-fields',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table accounts add column custom_fields jsonb not null default '[]'`.execute(db)
  },
}
