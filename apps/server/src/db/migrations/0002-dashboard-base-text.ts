import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/migration.ts'

/** Name and description as they were when the layout's version was made: what a save of that version began from. */
export const dashboardBaseText: Migration = {
  id: '0002-dashboard-base-text',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table dashboards add column base_name text, add column base_description text`.execute(db)
  },
}
