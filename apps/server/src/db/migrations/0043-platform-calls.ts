import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

/**
 * Calls of platforms that count against a rate limit, and pauses that platforms asked for, of all processes. Unlogged: after a
 * crash of the database every connection starts with an empty window, as a single process does after a restart.
 */
export const platformCalls: Migration = {
  id: '0043-platform-calls',
  up: async (db: Kysely<unknown>) => {
    await sql`create unlogged table platform_calls (
      connection_id text not null,
      budget text not null,
      counted jsonb not null,
      used_at timestamptz not null,
      primary key (connection_id, budget)
    )`.execute(db)
    await sql`create unlogged table platform_pauses (
      connection_id text primary key,
      until timestamptz not null,
      reason text not null
    )`.execute(db)
  },
}
