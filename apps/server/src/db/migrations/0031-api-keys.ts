import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Keys that programs sign in with, and which of them made an audited change. */
export const apiKeys: Migration = {
  id: '0031-api-keys',
  up: async (db: Kysely<unknown>) => {
    await sql`create table api_keys (
      id text primary key,
      account_id integer not null references accounts (id) on delete cascade,
      user_id text,
      name text not null,
      scope text not null,
      prefix text not null,
      key_hash text not null unique,
      expires_at timestamptz,
      last_used_at timestamptz,
      created_at timestamptz not null,
      foreign key (account_id, user_id) references users (account_id, id) on delete cascade
    )`.execute(db)
    await sql`create index api_keys_of_user on api_keys (account_id, user_id)`.execute(db)
    await sql`alter table audit_log add column api_key_id text, add column api_key_name text`.execute(db)
  },
}
