import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** How far the rows of an account are on their way to its time zone, and in which one a platform was read. */
export const zoneRebuild: Migration = {
  id: '0009-zone-rebuild',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table accounts
      add column rebuild_done integer not null default 0,
      add column rebuild_total integer not null default 0`.execute(db)
    await sql`alter table services add column read_in_zone text`.execute(db)
  },
}
