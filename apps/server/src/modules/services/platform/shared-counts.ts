import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type CallCounts, checkAgainMs } from '#connectors/kit/budgets.ts'
import { type Db, unscoped } from '#server/db/database.ts'

/** Longer than any call takes; a call of a killed process counts until then. */
const LONGEST_CALL_MS = 10 * 60_000

/** Milliseconds of the database's clock, which all processes share. */
const MS = sql`extract(epoch from clock_timestamp()) * 1000`
/** Now and an end are rounded away from each other: a call may begin late, never early. */
const NOW = sql<number>`floor(${MS})::bigint`
const END = sql<number>`ceil(${MS})::bigint`

/**
 * Counts the calls of a connection in the database, so that the processes of an installation keep a platform's limits together. A
 * budget is one row: the end of each call that counts, by call. Its lock makes counting and taking one step.
 *
 * @param timeScale of the clock of budgets
 */
export const sharedCounts = (db: Db, connectionId: string, timeScale: number): CallCounts => {
  const all = unscoped(db)
  return {
    take: async (budget) => {
      const { name, calls } = budget
      const perMs = Math.ceil(budget.perMs / timeScale)
      const id = randomUUID()
      const counted = (until: number) => sql`jsonb_build_object(${id}::text, ${END} + ${until}::bigint)`
      const { rows } = await sql`
        insert into platform_calls as known (connection_id, budget, counted, used_at)
        values (${connectionId}, ${name}, ${counted(perMs + LONGEST_CALL_MS)}, now())
        on conflict (connection_id, budget) do update set
          used_at = excluded.used_at,
          counted = excluded.counted || (
            select coalesce(jsonb_object_agg(one.key, one.value), '{}')
            from jsonb_each(known.counted) one where one.value::bigint > ${NOW}
          )
        where (select count(*) from jsonb_each(known.counted) one where one.value::bigint > ${NOW}) < ${calls}
        returning true`.execute(all)
      if (rows.length === 0) return (await waitOf(name, perMs, checkAgainMs(budget) / timeScale)) * timeScale
      return async () => {
        // If this fails, the call counts for longer than it should.
        await sql`
          update platform_calls set counted = counted || ${counted(perMs)}
          where connection_id = ${connectionId} and budget = ${name}`
          .execute(all)
          .catch(() => undefined)
      }
    },
    pause: (ms, reason) => {
      const until = sql`clock_timestamp() + make_interval(secs => ${ms / timeScale / 1000}::float8)`
      // This process pauses in any case.
      sql`
        insert into platform_pauses as known (connection_id, until, reason) values (${connectionId}, ${until}, ${reason})
        on conflict (connection_id) do update set until = excluded.until, reason = excluded.reason
        where known.until < excluded.until`
        .execute(all)
        .catch(() => undefined)
    },
    paused: async () => {
      const { rows } = await sql<{ ms: number; reason: string }>`
        select (extract(epoch from until - clock_timestamp()) * 1000)::float8 as ms, reason
        from platform_pauses where connection_id = ${connectionId} and until > clock_timestamp()`.execute(all)
      const [pause] = rows
      return pause ? { ms: pause.ms * timeScale, reason: pause.reason } : null
    },
  }

  /** Until the first call leaves the window; what is further away is a call in progress, whose end is not known. */
  async function waitOf(name: string, perMs: number, againMs: number): Promise<number> {
    const { rows } = await sql<{ ms: number | null }>`
      select (min(one.value::bigint) - ${NOW})::float8 as ms
      from platform_calls, jsonb_each(counted) one
      where connection_id = ${connectionId} and budget = ${name} and one.value::bigint > ${NOW}`.execute(all)
    const left = rows[0]?.ms ?? 0
    return left <= perMs ? Math.max(0, left) + 1 : againMs
  }
}
