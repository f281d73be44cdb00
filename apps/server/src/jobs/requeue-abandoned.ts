import type pg from 'pg'

/** A job that was running at this many crashes is taken for their cause. */
const MAX_CRASHES = 30

// A server owns its data alone, so at its start nothing can be running: what is marked so belonged to a killed process.
// `started_on` stays, by which the queue counts the next run as a repetition.
const REQUEUE = `update pgboss.job
  set state = case when retry_count < $1 then 'retry' else 'failed' end::pgboss.job_state,
      start_after = now(),
      completed_on = case when retry_count < $1 then null else now() end
  where state = 'active'`

/** Puts the jobs of a killed process back at once, instead of when their time is up. */
export const requeueAbandoned = async (pool: pg.Pool): Promise<void> => {
  await pool.query(REQUEUE, [MAX_CRASHES])
}
