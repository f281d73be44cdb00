import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Photos and logos, and an index to find accounts whose restore period is over. */
export const accountLife: Migration = {
  id: '0008-account-life',
  up: async (db: Kysely<unknown>) => {
    await sql`create table pictures (
      name text primary key,
      account_id integer not null references accounts on delete cascade,
      user_id text,
      size text not null,
      content bytea not null,
      created_at timestamptz not null,
      foreign key (account_id, user_id) references users (account_id, id) on delete cascade
    )`.execute(db)
    await sql`create index pictures_of_owner on pictures (account_id, user_id)`.execute(db)
    await sql`create index accounts_deleted on accounts (deleted_at) where deleted_at is not null`.execute(db)
  },
}
