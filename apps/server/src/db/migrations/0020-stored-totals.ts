import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** The control totals of an import counted in the store after it; null for syncs and for imports of earlier versions. */
export const storedTotals: Migration = {
  id: '0020-stored-totals',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table service_runs add column stored_totals jsonb`.execute(db)
  },
}
