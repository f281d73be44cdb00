import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** What is known of each account's warehouse file, and the id that ties the data directory to this database. */
export const accountData: Migration = {
  id: '0016-account-data',
  up: async (db: Kysely<unknown>) => {
    await sql`create table account_data (
      account_id integer primary key references accounts (id) on delete cascade,
      key text not null,
      data_version bigint not null default 0,
      first_version bigint not null default 0,
      counts jsonb not null default '{}'
    )`.execute(db)
    await sql`insert into account_data (account_id, key) select id, gen_random_uuid()::text from accounts`.execute(db)
    await sql`create table installation (
      id text not null,
      single boolean primary key default true check (single)
    )`.execute(db)
  },
}
