import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Finds the runs of the last hour, of all accounts, for metrics. */
export const endedRunsIndex: Migration = {
  id: '0018-ended-runs-index',
  up: async (db: Kysely<unknown>) => {
    await sql`create index service_runs_ended on service_runs (finished_at) where finished_at is not null`.execute(db)
  },
}
