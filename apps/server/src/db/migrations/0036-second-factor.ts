import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Second factors of users, and the account's policy. */
export const secondFactor: Migration = {
  id: '0036-second-factor',
  up: async (db: Kysely<unknown>) => {
    await sql`alter table accounts add column second_factor_required boolean not null default false`.execute(db)
    // Since when the user has one; null: none.
    await sql`alter table users add column second_factor_at timestamptz`.execute(db)
    // When the session gave its second factor, and when it last gave any proof; null: never, and when it began.
    await sql`alter table sessions add column second_factor_at timestamptz, add column proved_at timestamptz`.execute(
      db,
    )
    await sql`create table authenticators (
      account_id integer not null,
      user_id text not null,
      secret bytea not null,
      confirmed_at timestamptz,
      last_step integer not null default 0,
      created_at timestamptz not null,
      primary key (account_id, user_id),
      foreign key (account_id, user_id) references users (account_id, id) on delete cascade
    )`.execute(db)
    await sql`create table passkeys (
      id text primary key,
      account_id integer not null,
      user_id text not null,
      name text not null,
      public_key bytea not null,
      counter bigint not null,
      transports jsonb not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      foreign key (account_id, user_id) references users (account_id, id) on delete cascade
    )`.execute(db)
    await sql`create index passkeys_of_user on passkeys (account_id, user_id, created_at)`.execute(db)
    await sql`create table recovery_codes (
      account_id integer not null,
      user_id text not null,
      code_hash text not null,
      created_at timestamptz not null,
      primary key (account_id, user_id, code_hash),
      foreign key (account_id, user_id) references users (account_id, id) on delete cascade
    )`.execute(db)
    // Without a user: a sign-in that begins with a passkey.
    await sql`create table proof_challenges (
      token_hash text primary key,
      account_id integer,
      user_id text,
      purpose text not null,
      challenge text not null,
      password_mark text,
      expires_at timestamptz not null,
      foreign key (account_id, user_id) references users (account_id, id) on delete cascade
    )`.execute(db)
    await sql`create index proof_challenges_of_user on proof_challenges (account_id, user_id)`.execute(db)
  },
}
