import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/**
 * What a waiting batch contains, beside the content that the warehouse reads itself; null in batches of earlier releases. Contents are
 * read and deleted within seconds, so that compressing them costs more than it saves.
 */
export const outlinedBatches: Migration = {
  id: '0045-outlined-batches',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table ingest_batches add column outline text`.execute(db)
    await sql`alter table ingest_batches alter column content set storage external`.execute(db)
    await sql`alter table ingest_batches alter column outline set storage external`.execute(db)
  },
}
