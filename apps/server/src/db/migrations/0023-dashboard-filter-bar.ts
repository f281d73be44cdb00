import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** What a dashboard opens with: dates, comparison, and filters for all of its tiles. */
export const dashboardFilterBar: Migration = {
  id: '0023-dashboard-filter-bar',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table dashboards add column filter_bar jsonb`.execute(db)
  },
}
