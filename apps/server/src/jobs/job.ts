import { z } from 'zod'
import type { Db } from '#server/db/database.ts'

export interface JobRun {
  readonly jobId: string
  /** aborts when the server stops or the job exceeds `expireSeconds` */
  readonly signal: AbortSignal
}

/** The definition of a background job: a name and a schema. Senders import this and not the handler. */
export interface JobDefinition<Data extends object = object> {
  readonly name: string
  readonly schema: z.ZodType<Data>
  /** concurrent jobs in one process; default 1 */
  readonly concurrency?: number
  /** default 2, with exponential backoff */
  readonly retries?: number
  /** default 900 */
  readonly expireSeconds?: number
  /**
   * polling interval of each worker while the queue is empty; default 0.5, of scheduled jobs 5; at least 5 in a process that runs
   * alone, unless `limitBy` is set
   */
  readonly pollSeconds?: number
  /** five-field cron in UTC; each run gets `{}` */
  readonly schedule?: string
  /** seconds between two runs of a process, which are not queued and get `{}`; the first is at the start; excludes `schedule` */
  readonly everySeconds?: number
  /** field of the data whose values take turns: a job goes before the second waiting job of every other value */
  readonly turnsBy?: keyof Data & string
  /** at most `limit` jobs with the same value of this field run at one time */
  readonly limitBy?: { readonly field: keyof Data & string; readonly limit: number }
}

export const defineJob = <Data extends object>(definition: JobDefinition<Data>): JobDefinition<Data> => definition

/** A definition with its handler, for the list in jobs.ts. */
export interface JobHandler<Deps> {
  readonly name: string
  readonly concurrency: number
  readonly retries: number
  readonly expireSeconds: number
  readonly pollSeconds: number
  readonly schedule: string | null
  readonly everySeconds: number | null
  /** jobs of one group at one time; null: no limit */
  readonly groupLimit: number | null
  /** parses the data with the job's schema and runs the handler */
  readonly run: (deps: Deps, data: unknown, run: JobRun) => Promise<void>
}

const DEFAULTS = { concurrency: 1, retries: 2, expireSeconds: 900 }
const POLL_SECONDS = 0.5
/** Scheduled jobs are not urgent. */
const SCHEDULED_POLL_SECONDS = 5

export const handleJob = <Data extends object, Deps>(
  { schema, schedule, everySeconds, turnsBy: _turnsBy, limitBy, ...definition }: JobDefinition<Data>,
  handler: (deps: Deps, data: Data, run: JobRun) => Promise<void>,
): JobHandler<Deps> => ({
  ...DEFAULTS,
  pollSeconds: schedule === undefined ? POLL_SECONDS : SCHEDULED_POLL_SECONDS,
  ...definition,
  schedule: schedule ?? null,
  everySeconds: everySeconds ?? null,
  groupLimit: limitBy?.limit ?? null,
  run: async (deps, data, run) => handler(deps, schema.parse(data), run),
})

/** A job that is never sent with data: it runs by its schedule, or every some seconds. */
export const scheduledJob = <Deps>(
  definition: Omit<JobDefinition, 'schema'>,
  handler: (deps: Deps, run: JobRun) => Promise<void>,
): JobHandler<Deps> => handleJob({ ...definition, schema: z.object({}) }, (deps, _data, run) => handler(deps, run))

interface SendOptions {
  /** earliest start */
  readonly startAfter?: Date
}

/** A job sent in a transaction exists only if the transaction commits. */
export interface JobQueue {
  /** Whether this process executes jobs. True before it starts to, so that starting does not count as a failure. */
  isAlive(): boolean
  send<Data extends object>(db: Db, job: JobDefinition<Data>, data: Data, options?: SendOptions): Promise<void>
}
