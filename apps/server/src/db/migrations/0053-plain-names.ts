import { type Kysely, sql } from 'kysely'
import type { Migration } from '#server/db/database.ts'

const statements = [
  'alter table insight_looks rename to insight_runs',
  'alter table insight_runs rename column looked_at to analyzed_at',
  'alter table insight_runs rename column looked_until to analyzed_until',
  'alter table insight_runs rename column briefed_until to digest_day',
  'alter table report_schedules rename column told_of_trial to trial_notified',
  // A quotation mark in a text is escaped, so that only the kinds of recipes match.
  `update insights set facts = replace(facts::text, '"kind": "foretold"', '"kind": "forecast"')::jsonb
    where facts::text like '%"kind": "foretold"%'`,
]

const RENAMED_QUEUES = [
  ['look-at-account', 'analyze-account'],
  ['due-looks', 'due-analyses'],
  ['forget-old-rows', 'delete-old-rows'],
  ['forget-expired-sessions', 'delete-expired-sessions'],
] as const

/** Tables, columns, values and queues get the names of the glossary. Jobs under old names run under the new ones. */
export const plainNames: Migration = {
  id: '0053-plain-names',
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
    const { rows } = await sql<{ jobs: string | null }>`select to_regclass('pgboss.job') as jobs`.execute(db)
    // A new installation has no queue yet.
    if (!rows[0]?.jobs) return
    for (const [from, to] of RENAMED_QUEUES) {
      // The start of the server stores the schedule of the new name.
      await sql`delete from pgboss.schedule where name = ${from}`.execute(db)
      await sql`update pgboss.queue set name = ${to} where name = ${from}`.execute(db)
      await sql`update pgboss.job set name = ${to} where name = ${from}`.execute(db)
      // A due schedule waits here until the queue library sends its job.
      await sql`update pgboss.job set data = jsonb_set(data, '{name}', to_jsonb(${to}::text))
        where name = '__pgboss__send-it' and data ->> 'name' = ${from}`.execute(db)
    }
  },
}
