import { isSameTimeZone } from '#domain/locale.ts'
import { type Db, inTransaction, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { findAccountLocale } from '../find-service.ts'
import { insertRun } from '../runs.repo.ts'
import { platformSyncJobs } from '../service-runs.job.ts'
import { type ServiceRow, updateService } from '../services.repo.ts'

/**
 * Queues a sync within the caller's transaction. `full` resets the streams' cursors, and so does a time zone other than that
 * of earlier reads, because some platforms return days as timestamps. Throws `service.run_in_progress`.
 */
export const queueSync = async (deps: Deps, service: ServiceRow, full: boolean): Promise<{ runId: string }> => {
  const { id: service_id, account_id, cursors, read_in_zone } = service
  const { timeZone } = await findAccountLocale(deps, account_id)
  const runId = deps.ids.next()
  const isOtherZone = read_in_zone !== null && !isSameTimeZone(read_in_zone, timeZone)
  const isFull = full || isOtherZone || Object.keys(cursors).length === 0
  await insertRun(deps.db, {
    id: runId,
    account_id,
    service_id,
    kind: 'sync',
    status: 'queued',
    request: JSON.stringify({ full: isFull }),
    created_at: new Date(deps.clock.now()),
  })
  // The next sync is scheduled when this one ends.
  await updateService(deps.db, service, {
    next_sync_at: null,
    read_in_zone: timeZone,
    ...(isFull ? { cursors: '{}' } : {}),
  })
  const job = platformSyncJobs.get(service.type)
  if (!job) throw new Error(`No platform is called ${service.type}`)
  await deps.jobs.send(deps.db, job, { accountId: account_id, runId })
  return { runId }
}

/** Queues a sync for every due service. Several processes may do so at once; each service is locked by one. */
export const queueDueSyncs = async (deps: Deps): Promise<void> => {
  for (;;) {
    const isQueued = await inTransaction(deps.db, async (trx) => {
      const service = await takeDueService(trx, new Date(deps.clock.now()))
      if (!service) return false
      await queueSync({ ...deps, db: trx }, service, false)
      return true
    })
    if (!isQueued) return
  }
}

/**
 * Locks the longest overdue service without an open run. Covers all accounts, hence unscoped. Accounts with an expired
 * trial are skipped until they have a plan.
 */
const takeDueService = (trx: Db, now: Date): Promise<ServiceRow | undefined> =>
  unscoped(trx)
    .selectFrom('services')
    .selectAll()
    .where('next_sync_at', '<=', now)
    .where('needs_attention_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('accounts')
          .select('accounts.id')
          .whereRef('accounts.id', '=', 'services.account_id')
          .where('accounts.deleted_at', 'is', null)
          .where(({ not, and, eb }) => not(and([eb('is_trial', '=', true), eb('trial_expires_at', '<=', now)]))),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('service_runs')
            .select('service_runs.id')
            .whereRef('service_runs.service_id', '=', 'services.id')
            .where('service_runs.status', 'in', ['queued', 'running']),
        ),
      ),
    )
    .orderBy('next_sync_at')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()

const MINUTE_MS = 60_000
/** Spreads the syncs of services that were added together. */
const JITTER = 0.1
const MAX_RETRY_MINUTES = 24 * 60

const addJitter = (ms: number, random: () => number): number => ms * (1 - JITTER + 2 * JITTER * random())

/** The next scheduled sync after one at `now` (epoch milliseconds); null: none. */
export const nextSyncAt = (now: number, minutes: number | null, random: () => number = Math.random): Date | null =>
  minutes === null ? null : new Date(now + addJitter(minutes * MINUTE_MS, random))

/** When a failed run is retried: after 1, 2, 4 … minutes, at most after the interval; null: never. */
export const nextRetryAt = (
  now: number,
  { minutes, failures }: { minutes: number | null; failures: number },
  random: () => number = Math.random,
): Date | null => {
  if (minutes === null) return null
  const pause = Math.min(2 ** (Math.max(failures, 1) - 1), minutes, MAX_RETRY_MINUTES)
  return new Date(now + addJitter(pause * MINUTE_MS, random))
}
