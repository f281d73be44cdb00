import { sql } from 'kysely'
import { findPlatformConnector } from '#connectors/registry.ts'
import { type Db, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { endRun, sourceOf } from './end-run.ts'
import type { RunRow } from './runs.repo.ts'
import { RUN_QUEUES } from './service-runs.job.ts'
import { findService } from './services.repo.ts'

const INTERRUPTED = 'This run was interrupted too many times.'
const ORPHANED_MESSAGE = `${INTERRUPTED} No data was lost. The next run continues from here.`
const ORPHANED_IMPORT_MESSAGE = `${INTERRUPTED} Nothing was imported. Upload the file again.`

/** A worker notices a cancellation within a second; one that has not ended its run after this many milliseconds is stuck. */
const CANCEL_LIMIT_MS = 30_000

/** Whether a job that can still run belongs to a run, as a condition on `service_runs`; `isActive`: one that runs now. */
const hasJob = ({ isActive }: { isActive: boolean }) => sql<boolean>`exists (
    select from pgboss.job where name in (${sql.join(RUN_QUEUES)})
      and ${isActive ? sql`state = 'active'` : sql`state < 'completed'`}
      and data ->> 'runId' = service_runs.id)`

/**
 * Ends open runs whose job has used up its retries or is gone, because an open run prevents further runs of its service, and
 * canceled runs whose worker does not respond. A run and its job are created in one transaction, so a run without a job never
 * gets one later.
 */
export const endOrphanedRuns = async (deps: Deps): Promise<void> => {
  for (const run of await findOrphanedRuns(deps)) {
    deps.log.error({ runId: run.id, accountId: run.account_id }, 'run ended: no job executes it')
    // Data that is unavailable in one account must not delay the others; the next check tries again.
    await endWithoutJob(deps, run).catch((error) =>
      deps.log.error({ err: error, runId: run.id }, 'run could not be ended'),
    )
  }
}

// Covers all accounts, hence unscoped.
const findOrphanedRuns = ({ db, clock }: Deps): Promise<RunRow[]> =>
  unscoped(db)
    .selectFrom('service_runs')
    .selectAll()
    .where('status', 'in', ['queued', 'running'])
    .where(({ or, not, eb }) =>
      or([not(hasJob({ isActive: false })), eb('cancel_requested_at', '<=', new Date(clock.now() - CANCEL_LIMIT_MS))]),
    )
    .execute()

/** Ends a run whose cancellation was requested, unless a worker executes it and will notice. */
export const endCanceled = async (deps: Deps, run: RunRow): Promise<void> => {
  if (run.status === 'running' && (await isExecuted(deps.db, run))) return
  await endWithoutJob(deps, { ...run, cancel_requested_at: new Date(deps.clock.now()) })
}

const isExecuted = async (db: Db, { account_id, id }: RunRow): Promise<boolean> => {
  const row = await db
    .selectFrom('service_runs')
    .select('id')
    .where((eb) => eb.and({ account_id, id }))
    .where(hasJob({ isActive: true }))
    .executeTakeFirst()
  return row !== undefined
}

const endWithoutJob = async (deps: Deps, run: RunRow): Promise<void> => {
  const service = await findService(deps.db, run.account_id, run.service_id)
  if (!service) return
  const source = findPlatformConnector(service.type) ? 'platform' : sourceOf(run, service)
  const message = source === 'import' ? ORPHANED_IMPORT_MESSAGE : ORPHANED_MESSAGE
  await endRun(
    deps,
    run,
    source,
    run.cancel_requested_at === null ? { kind: 'failed', message } : { kind: 'cancelled' },
  )
}
