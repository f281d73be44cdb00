import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** An account's own channels, order types and fulfillment statuses. */
export const ownCodes: Migration = {
  id: '0022-own-codes',
  up: async (db: Kysely<unknown>) => {
    const none = sql.lit('{"version":0,"codes":[],"fallbacks":[]}')
    await sql`alter table accounts add column own_codes jsonb not null default ${none}`.execute(db)
  },
}
