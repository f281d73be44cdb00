import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** What the source of a run gave, counted before it was merged; null for runs of earlier versions. */
export const controlTotals: Migration = {
  id: '0019-control-totals',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table service_runs add column control_totals jsonb`.execute(db)
  },
}
