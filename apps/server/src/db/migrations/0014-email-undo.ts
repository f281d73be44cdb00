import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** The session that asked for a change of address, and an index of the addresses that a change can be undone to. */
export const emailUndo: Migration = {
  id: '0014-email-undo',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table one_time_tokens add column session_id text`.execute(db)
    await sql`create index one_time_tokens_undo on one_time_tokens (email) where kind = 'undo'`.execute(db)
  },
}
