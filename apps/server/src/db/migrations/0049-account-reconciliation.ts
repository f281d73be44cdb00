import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Accounts whose stored rows must be compared with their settings and services. Earlier backups could differ, so all are, once. */
export const accountReconciliation: Migration = {
  id: '0049-account-reconciliation',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table account_data add column needs_reconciliation boolean not null default true`.execute(db)
    await sql`alter table account_data alter column needs_reconciliation set default false`.execute(db)
    // Sealed with the master key, to tell whether the one that is set is the one of this installation.
    await sql`alter table installation add column key_check bytea`.execute(db)
  },
}
