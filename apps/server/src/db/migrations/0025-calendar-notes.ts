import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/** Closures, events and campaigns of an account, by local days; `until_day` is exclusive. */
export const calendarNotes: Migration = {
  id: '0025-calendar-notes',
  up: async (db: Kysely<unknown>) => {
    await sql`create table calendar_notes (
      id text primary key,
      account_id integer not null references accounts on delete cascade,
      title text not null,
      from_day text not null,
      until_day text not null,
      kind text not null,
      text text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db)
    await sql`create index calendar_notes_of_account on calendar_notes (account_id, from_day)`.execute(db)
    await sql`create index calendar_notes_deleted on calendar_notes (deleted_at) where deleted_at is not null`.execute(
      db,
    )
  },
}
