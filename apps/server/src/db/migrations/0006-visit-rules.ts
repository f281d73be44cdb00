import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** An account's rules for tastings and club signups, with a version. */
export const visitRules: Migration = {
  id: '0006-visit-rules',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table accounts add column visit_rules_version integer not null default 0`.execute(db)
    await sql`create table visit_rules (
      account_id integer primary key references accounts on delete cascade,
      rules jsonb not null,
      updated_at timestamptz not null
    )`.execute(db)
  },
}
