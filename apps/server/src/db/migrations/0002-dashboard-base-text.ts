import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Name and description at the time of the layout's version: the base that a save of that version started from. */
export const dashboardBaseText: Migration = {
  id: '0002-dashboard-base-text',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table dashboards add column base_name text, add column base_description text`.execute(db)
  },
}
