import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** The progress of rebuilding an account's rows for its time zone, and the time zone a platform was read in. */
export const zoneRebuild: Migration = {
  id: '0009-zone-rebuild',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table accounts
      add column rebuild_done integer not null default 0,
      add column rebuild_total integer not null default 0`.execute(db)
    await sql`alter table services add column read_in_zone text`.execute(db)
  },
}
