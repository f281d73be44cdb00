import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { fromKysely, PgBoss, type Job as StoredJob } from 'pg-boss'
import { afterCommit } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'
import type { Logger } from '#server/runtime.ts'
import type { JobHandler, JobQueue } from './job.ts'
import { isOutage, outlastOutage } from './outlast-outage.ts'
import { positionInQueue } from './turns.ts'

/** A job that was running during this many crashes fails, as it probably caused them. */
const MAX_CRASHES = 30

/**
 * An active job without a heartbeat for this long runs again: its process was killed, or could not store that it failed, for
 * example because the database was away.
 */
const LEASE_SECONDS = 10
const HEARTBEAT_SECONDS = 3
/** How often expired leases are looked for. */
const LEASE_CHECK_SECONDS = 3
/** The queue library looks for expired leases once a minute and delays their jobs, so it must not be the first to find them. */
const LIBRARY_LEASE_SECONDS = 60

// `started_on` is kept, so that the queue counts the next run as a retry.
const REQUEUE = `update pgboss.job
  set state = case when retry_count < $1 then 'retry' else 'failed' end::pgboss.job_state,
      start_after = now(),
      completed_on = case when retry_count < $1 then null else now() end
  where state = 'active' and ($2::int is null or heartbeat_on < now() - $2 * interval '1 second')
  returning name`

// Of the jobs of a day, a few are active.
const INDEX_LEASES = "create index if not exists active_leases on pgboss.job (heartbeat_on) where state = 'active'"

/** Lets active jobs run again at once, if `leaseSeconds` is given those without a heartbeat for as long. Returns their names. */
const requeue = async (pool: pg.Pool, leaseSeconds: number | null): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ name: string }>(REQUEUE, [MAX_CRASHES, leaseSeconds])
  return rows.map(({ name }) => name)
}

/** Wakes the workers of jobs whose leases have expired. */
const checkLeases = (pool: pg.Pool, wake: (name: string) => void): (() => Promise<void>) => {
  let pausedUntil = 0
  return async () => {
    if (performance.now() < pausedUntil) return
    // If the database is away, workers need some time to renew their leases when it is back.
    pausedUntil = performance.now() + LEASE_SECONDS * 1_000
    for (const name of await requeue(pool, LEASE_SECONDS)) wake(name)
    pausedUntil = 0
  }
}

const RETRY_DELAY_SECONDS = 5
const MAX_RETRY_DELAY_SECONDS = 600
const RETENTION_SECONDS = 86_400
/**
 * How often a process that runs alone looks at each queue, at most: it is notified of every job that is sent, and finds retries
 * this way. Looking is most of the load of an idle server.
 */
const ALONE_POLL_SECONDS = 5
/** A job that starts later is found by looking at the queue, also after a restart. */
const LONGEST_TIMER_MS = 3_600_000
/** The database's clock decides whether a job may start. */
const CLOCK_MARGIN_MS = 50
/** Periodic jobs run every few seconds; without any for this long, the runner hangs. */
const SILENCE_MS = 60_000

/** The queue and the workers of this process. */
export interface JobRunner<Deps> extends JobQueue {
  /**
   * Creates the queues; afterwards jobs can be sent. Alone, it finds active jobs only after a kill, and requeues them at once;
   * those of other processes run again when their lease has expired.
   */
  open(): Promise<void>
  /** Starts the workers. */
  work(deps: Deps): Promise<void>
  /** Lets running jobs finish for up to `drainMs`, then aborts them; aborted jobs run again at the next start. */
  close(drainMs: number): Promise<void>
}

interface RunnerOptions<Deps> {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly jobs: readonly JobHandler<Deps>[]
  /** default `all`: no other process runs jobs; `web` runs none itself */
  readonly role?: Env['ROLE']
}

const OPEN_LOCK = 4_711_034

/** The queue library creates its tables at the first start; processes that start together on an empty database would collide. */
const oneAtATime = async (pool: pg.Pool, work: () => Promise<void>): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [OPEN_LOCK])
    await work()
  } finally {
    // Ends the session, and with it the lock.
    client.release(true)
  }
}

/** The queue library's statement that takes jobs within the limit of their group. */
const COUNTS_GROUPS = /\bactive_group_counts\b/
const GROUP_LOCK = 4_711_033

/** Two processes that take jobs at the same time would each count without the job of the other, and exceed the limit of a group. */
const queryInTurn = async (pool: pg.Pool, text: string, values: unknown[] | undefined): Promise<pg.QueryResult> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [GROUP_LOCK])
    const taken = await client.query(text, values)
    await client.query('commit')
    client.release()
    return taken
  } catch (error) {
    // Ends the transaction, and with it the lock.
    client.release(true)
    throw error
  }
}

export const createJobRunner = <Deps>({ pool, log, jobs, role = 'all' }: RunnerOptions<Deps>): JobRunner<Deps> => {
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) =>
        role !== 'all' && COUNTS_GROUPS.test(text) ? queryInTurn(pool, text, values) : pool.query(text, values),
    },
    queueCacheIntervalSeconds: 60,
    supervise: role !== 'web',
    schedule: role !== 'web',
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  const stopping = new AbortController()
  const periodic: (() => Promise<void>)[] = []
  const pulse: Pulse = { beatAt: null, isStopped: false }
  const workers = new Map<string, string[]>()
  const wake = (name: string): void => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }
  const wakeAt = (name: string, at: Date | undefined): void => {
    const delay = at ? at.getTime() - Date.now() : 0
    if (delay <= 0) wake(name)
    else if (delay < LONGEST_TIMER_MS) setTimeout(wake, delay + CLOCK_MARGIN_MS, name).unref()
  }
  return {
    isAlive: () => !pulse.isStopped && (pulse.beatAt === null || performance.now() - pulse.beatAt < SILENCE_MS),
    open: () =>
      oneAtATime(pool, async () => {
        await boss.start()
        await pool.query(INDEX_LEASES)
        for (const job of jobs) if (job.everySeconds === null) await createQueue(boss, job)
        if (role === 'all') await requeue(pool, null)
      }),
    work: async (deps) => {
      const running = new Map<string, Promise<void>>()
      const context = { deps, log, pulse, running, stopping: stopping.signal, isAlone: role === 'all' }
      for (const job of jobs) {
        if (job.everySeconds === null) workers.set(job.name, await startWorkers(boss, job, context))
        else periodic.push(startPeriodic(job, job.everySeconds, context))
      }
      const leases = { name: 'expired-leases', run: checkLeases(pool, wake) }
      periodic.push(startPeriodic(leases, LEASE_CHECK_SECONDS, context))
    },
    send: async (db, job, data, { startAfter } = {}) => {
      const position = await positionInQueue(db, job, data)
      await boss.send(job.name, data, { db: fromKysely(db), ...position, ...(startAfter ? { startAfter } : {}) })
      // Workers of this process need not wait for their polling interval.
      afterCommit(() => wakeAt(job.name, startAfter))
    },
    close: async (drainMs) => {
      pulse.isStopped = true
      const abort = setTimeout(() => stopping.abort(), drainMs)
      const ended = periodic.map((stop) => stop())
      await boss.stop({ graceful: true, close: false, timeout: drainMs + 1_000 })
      await Promise.all(ended)
      clearTimeout(abort)
    },
  }
}

const createQueue = async (boss: PgBoss, job: JobHandler<never>): Promise<void> => {
  await boss.createQueue(job.name)
  await boss.updateQueue(job.name, {
    retryLimit: job.retries,
    retryDelay: RETRY_DELAY_SECONDS,
    retryBackoff: true,
    retryDelayMax: MAX_RETRY_DELAY_SECONDS,
    expireInSeconds: job.expireSeconds,
    heartbeatSeconds: LIBRARY_LEASE_SECONDS,
    deleteAfterSeconds: RETENTION_SECONDS,
  })
  if (job.schedule) await boss.schedule(job.name, job.schedule, {})
}

type NamedJob<Deps> = Pick<JobHandler<Deps>, 'name' | 'run'>

/** Signs of life of the workers. */
interface Pulse {
  /** when a periodic job last ended, by `performance.now()`; null: none has */
  beatAt: number | null
  isStopped: boolean
}

interface WorkerContext<Deps> {
  readonly pulse: Pulse
  readonly deps: Deps
  readonly log: Logger
  /** executions of this process by job id */
  readonly running: Map<string, Promise<void>>
  readonly stopping: AbortSignal
  /** no other process runs jobs */
  readonly isAlone: boolean
}

// Counting in the database costs more per look at the queue.
const groupLimit = (limit: number | null, { isAlone }: Pick<WorkerContext<never>, 'isAlone'>) => {
  if (limit === null) return {}
  return isAlone ? { localGroupConcurrency: limit } : { groupConcurrency: limit }
}

/** A worker that has taken a job of a group at its limit returns it, and finds those of others when it looks again. */
const pollSeconds = (job: JobHandler<never>, { isAlone }: Pick<WorkerContext<never>, 'isAlone'>): number =>
  isAlone && job.groupLimit === null ? Math.max(job.pollSeconds, ALONE_POLL_SECONDS) : job.pollSeconds

/** Returns the workers' IDs. */
const startWorkers = async <Deps>(
  boss: PgBoss,
  job: JobHandler<Deps>,
  context: WorkerContext<Deps>,
): Promise<string[]> => {
  // The queue library's limit per group cannot exceed the number of workers that are started together.
  const together = job.groupLimit ?? 1
  const options = {
    pollingIntervalSeconds: pollSeconds(job, context),
    heartbeatRefreshSeconds: HEARTBEAT_SECONDS,
    localConcurrency: together,
    ...groupLimit(job.groupLimit, context),
  }
  const ids: string[] = []
  for (let count = 0; count < job.concurrency; count += together) {
    const id: string = await boss.work<object>(job.name, options, async (batch) => {
      try {
        for (const stored of batch) await runOne(job, stored, context)
      } finally {
        // The next job starts without waiting for the polling interval.
        boss.notifyWorker(id)
      }
    })
    ids.push(id)
  }
  return ids
}

/** Returns the function that ends the runs and resolves when the current one has ended. */
const startPeriodic = <Deps>(
  job: NamedJob<Deps>,
  seconds: number,
  context: WorkerContext<Deps>,
): (() => Promise<void>) => {
  let current: Promise<void> | null = null
  const run = () => {
    const stored = { id: randomUUID(), data: {}, signal: context.stopping }
    current ??= execute(job, stored, context)
      .catch(() => undefined)
      .finally(() => {
        current = null
        context.pulse.beatAt = performance.now()
      })
  }
  run()
  const timer = setInterval(run, seconds * 1_000)
  return async () => {
    clearInterval(timer)
    await current
  }
}

/** A job that is delivered again while it still runs here, because its heartbeats were lost with the database, runs once. */
const runOne = <Deps>(job: JobHandler<Deps>, stored: StoredJob, context: WorkerContext<Deps>): Promise<void> => {
  const { running, stopping } = context
  const signal = AbortSignal.any([stored.signal, stopping])
  const execution =
    running.get(stored.id) ??
    outlastOutage(() => execute(job, { ...stored, signal }, context), signal).finally(() => running.delete(stored.id))
  running.set(stored.id, execution)
  return execution
}

const execute = async <Deps>(
  job: NamedJob<Deps>,
  stored: Pick<StoredJob, 'id' | 'data' | 'signal'>,
  { deps, log }: WorkerContext<Deps>,
): Promise<void> => {
  try {
    await job.run(deps, stored.data, { jobId: stored.id, signal: stored.signal })
  } catch (error) {
    const details = { err: error, job: job.name, jobId: stored.id }
    if (isOutage(error)) log.warn(details, 'job waits for a database that does not answer')
    else log.error(details, 'job failed')
    throw error
  }
}
