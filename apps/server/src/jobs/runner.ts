import type pg from 'pg'
import { fromKysely, PgBoss, type Job as StoredJob } from 'pg-boss'
import type { Deps } from '#server/container.ts'
import type { Logger } from '#server/log.ts'
import type { RegisteredJob } from './job.ts'
import type { JobQueue } from './queue.ts'
import { requeueAbandoned } from './requeue-abandoned.ts'

const RETRY_DELAY_SECONDS = 5
const LONGEST_RETRY_DELAY_SECONDS = 600
const KEEP_DONE_SECONDS = 86_400

/** The queue together with the workers of this process. */
export interface JobRunner extends JobQueue {
  /** Makes the queues and takes back what a killed process left running; then jobs may be sent. */
  open(): Promise<void>
  /** Begins to work. */
  work(deps: Deps): Promise<void>
  /** Lets running jobs finish for at most `drainMs`, then aborts their signals; what is left runs again at the next start. */
  close(drainMs: number): Promise<void>
}

interface RunnerOptions {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly jobs: readonly RegisteredJob[]
}

export const createJobRunner = ({ pool, log, jobs }: RunnerOptions): JobRunner => {
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => pool.query(text, values) },
    queueCacheIntervalSeconds: 60,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  const stopping = new AbortController()
  return {
    open: async () => {
      await boss.start()
      for (const job of jobs) await makeQueue(boss, job)
      await requeueAbandoned(pool)
    },
    work: async (deps) => {
      for (const job of jobs) await startWorker(boss, job, deps, stopping.signal)
    },
    send: async (db, job, data, { startAfter } = {}) => {
      await boss.send(job.name, data, { db: fromKysely(db), ...(startAfter ? { startAfter } : {}) })
    },
    close: async (drainMs) => {
      const abort = setTimeout(() => stopping.abort(), drainMs)
      await boss.stop({ graceful: true, close: false, timeout: drainMs + 1_000 })
      clearTimeout(abort)
    },
  }
}

const makeQueue = async (boss: PgBoss, job: RegisteredJob): Promise<void> => {
  await boss.createQueue(job.name)
  await boss.updateQueue(job.name, {
    retryLimit: job.retries,
    retryDelay: RETRY_DELAY_SECONDS,
    retryBackoff: true,
    retryDelayMax: LONGEST_RETRY_DELAY_SECONDS,
    expireInSeconds: job.expireSeconds,
    deleteAfterSeconds: KEEP_DONE_SECONDS,
  })
  if (job.schedule) await boss.schedule(job.name, job.schedule, {})
}

const startWorker = async (boss: PgBoss, job: RegisteredJob, deps: Deps, stopping: AbortSignal): Promise<void> => {
  const options = { pollingIntervalSeconds: job.pollSeconds, localConcurrency: job.concurrency }
  await boss.work<object>(job.name, options, async (batch) => {
    for (const stored of batch) await runOne(job, stored, deps, stopping)
  })
}

const runOne = async (job: RegisteredJob, stored: StoredJob, deps: Deps, stopping: AbortSignal): Promise<void> => {
  const signal = AbortSignal.any([stored.signal, stopping])
  try {
    await job.run(deps, stored.data, { jobId: stored.id, signal })
  } catch (error) {
    deps.log.error({ err: error, job: job.name, jobId: stored.id }, 'job failed')
    throw error
  }
}
