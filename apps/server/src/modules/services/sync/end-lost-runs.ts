import { sql } from 'kysely'
import { platformOf } from '#connectors/registry.ts'
import { unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { generalProblem, type RunRow, updateOpenRun } from '../runs.repo.ts'
import { serviceRunJob, serviceSyncJob } from '../service-runs.job.ts'
import { findService } from '../services.repo.ts'
import { endSync } from './end-sync.ts'

const ORPHANED_MESSAGE = 'This run was interrupted too many times. No data was lost. The next run continues from here.'

/**
 * Ends open runs whose job has used up its retries, because an open run prevents further syncs of its service. A run and
 * its job are created in one transaction, so a run without a job never gets one later.
 */
export const endOrphanedRuns = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'mailer' | 'jobs' | 'events' | 'publicUrl'>,
): Promise<void> => {
  for (const run of await findOrphanedRuns(deps)) await endOrphanedRun(deps, run)
}

// Covers all accounts, hence unscoped; `state < 'completed'` is the queue's own condition for unfinished jobs.
const findOrphanedRuns = (deps: Pick<Deps, 'db'>): Promise<RunRow[]> =>
  unscoped(deps.db)
    .selectFrom('service_runs')
    .selectAll()
    .where('status', 'in', ['queued', 'running'])
    .where(
      sql<boolean>`not exists (select from pgboss.job where name in (${serviceRunJob.name}, ${serviceSyncJob.name})
        and state < 'completed' and data ->> 'runId' = service_runs.id)`,
    )
    .execute()

const endOrphanedRun = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'mailer' | 'jobs' | 'events' | 'publicUrl'>,
  run: RunRow,
): Promise<void> => {
  deps.log.error({ runId: run.id, accountId: run.account_id }, 'run ended: its job has no retries left')
  const service = await findService(deps.db, run.account_id, run.service_id)
  if (service && platformOf(service.type))
    return endSync(deps, run, { kind: 'failed', message: ORPHANED_MESSAGE, isUnexpected: true })
  const errors = JSON.stringify([generalProblem(ORPHANED_MESSAGE)])
  const finished_at = new Date(deps.clock.now())
  await updateOpenRun(deps.db, run, { status: 'failed', stream: null, errors, finished_at })
}
