import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Orders of Square count when they are paid instead of when they were made, so that they are all read again. */
export const squareDates: Migration = {
  id: '0042-square-dates',
  up: async (db: Kysely<unknown>) => {
    await sql`update services set cursors = '{}' where type = 'square'`.execute(db)
  },
}
