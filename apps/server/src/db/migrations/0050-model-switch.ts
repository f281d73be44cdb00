import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** An account can use no language model, also where the installation has one. */
export const modelSwitch: Migration = {
  id: '0050-model-switch',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table insight_settings add column uses_model boolean not null default true`.execute(db)
  },
}
