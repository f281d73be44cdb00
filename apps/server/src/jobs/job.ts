import type { z } from 'zod'
import type { Deps } from '#server/container.ts'

export interface JobRun {
  readonly jobId: string
  /** aborts when the server stops, or the job took longer than `expireSeconds` */
  readonly signal: AbortSignal
}

/** Work that outlives the request which asked for it. */
export interface Job<Data extends object = object> {
  readonly name: string
  readonly schema: z.ZodType<Data>
  /** how many run at once in one process; default 1 */
  readonly concurrency?: number
  /** default 2, with growing pauses */
  readonly retries?: number
  /** default 900 */
  readonly expireSeconds?: number
  /** how long each of the `concurrency` workers waits before it looks again, when there was nothing; default 0.5, by the clock 5 */
  readonly pollSeconds?: number
  /** five-field cron in UTC; the job is then also started by the clock, with `{}` */
  readonly schedule?: string
  readonly handler: (deps: Deps, data: Data, run: JobRun) => Promise<void>
}

/** What the registry holds: a job whose data type only its own file knows. */
export interface RegisteredJob {
  readonly name: string
  readonly concurrency: number
  readonly retries: number
  readonly expireSeconds: number
  readonly pollSeconds: number
  readonly schedule: string | null
  /** checks the data against the job's schema and runs it */
  readonly run: (deps: Deps, data: unknown, run: JobRun) => Promise<void>
}

const DEFAULTS = { concurrency: 1, retries: 2, expireSeconds: 900 }
const POLL_SECONDS = 0.5
/** Nobody waits for what the clock starts: looking for it all the time is most of what an idle server would do. */
const POLL_SECONDS_BY_THE_CLOCK = 5

export const registered = <Data extends object>(job: Job<Data>): RegisteredJob => ({
  ...DEFAULTS,
  pollSeconds: job.schedule === undefined ? POLL_SECONDS : POLL_SECONDS_BY_THE_CLOCK,
  ...job,
  schedule: job.schedule ?? null,
  run: async (deps, data, run) => job.handler(deps, job.schema.parse(data), run),
})
