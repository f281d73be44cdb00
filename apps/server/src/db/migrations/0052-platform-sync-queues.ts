import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Syncs that waited in one queue for all platforms are queued again, each in its platform's. */
export const platformSyncQueues: Migration = {
  id: '0052-platform-sync-queues',
  up: async (db: Kysely<unknown>) => {
    const { rows } = await sql<{ jobs: string | null }>`select to_regclass('pgboss.job') as jobs`.execute(db)
    // A new installation has no queue yet.
    if (!rows[0]?.jobs) return
    await sql`with waiting as (
        delete from service_runs where status = 'queued' and id in (
          select data ->> 'runId' from pgboss.job where name = 'service-sync' and state < 'active')
        returning account_id, service_id, created_at)
      update services set next_sync_at = waiting.created_at from waiting
      where services.account_id = waiting.account_id and services.id = waiting.service_id`.execute(db)
    await sql`delete from pgboss.job where name = 'service-sync' and state < 'active'`.execute(db)
  },
}
