import { sql } from 'kysely'
import { type Db, unscoped } from '#server/db/database.ts'
import type { JobDefinition } from './job.ts'

/** Where a job waits: queued jobs start by priority, then by age. */
interface QueuePosition {
  readonly priority?: number
  /** its limit counts the jobs that run at one time */
  readonly group?: { readonly id: string }
}

/**
 * The place of a new job. Jobs of a definition with `turnsBy` are numbered by start-time fair queueing: a job's turn is one more
 * than the last unfinished turn of the same value, and no less than the turn that is being served. So a value's tenth job waits
 * for the first jobs of all others, and none of them waits forever.
 */
export const positionInQueue = async <Data extends object>(
  db: Db,
  { name, turnsBy, limitBy }: Pick<JobDefinition<Data>, 'name' | 'turnsBy' | 'limitBy'>,
  data: Data,
): Promise<QueuePosition> => {
  const group = limitBy ? data[limitBy.field] : undefined
  return {
    ...(turnsBy ? { priority: -(await nextTurn(db, name, { field: turnsBy, value: String(data[turnsBy]) })) } : {}),
    ...(group === undefined ? {} : { group: { id: String(group) } }),
  }
}

interface TurnsOf {
  /** field of the job's data */
  readonly field: string
  readonly value: string
}

// A job that waits for a retry does not count as being served, or its turn would hold back all others.
const nextTurn = async (db: Db, name: string, { field, value }: TurnsOf): Promise<number> => {
  const { rows } = await sql<{ turn: number }>`
    with unfinished as (
      select -priority as turn, data ->> ${field}::text as value, state = 'active' or start_after <= now() as is_due
      from pgboss.job where name = ${name} and state < 'completed'
    )
    select greatest(
      0,
      (select min(turn) from unfinished where is_due),
      (select max(turn) + 1 from unfinished where value = ${value})
    )::int as turn`.execute(unscoped(db))
  return rows[0]?.turn ?? 0
}
