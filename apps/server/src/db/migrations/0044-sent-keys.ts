import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Keys that a platform sent, sealed, until the user who is on its page comes back. */
export const sentKeys: Migration = {
  id: '0044-sent-keys',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table service_consents add column sent_keys bytea`.execute(db)
  },
}
