import { sql } from 'kysely'
import { platformOf } from '#connectors/registry.ts'
import { unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { generalProblem, type RunRow, updateOpenRun } from '../runs.repo.ts'
import { serviceRunJob } from '../service-run.job.ts'
import { findService } from '../services.repo.ts'
import { endSync } from './end-sync.ts'
import { serviceSyncJob } from './service-sync.job.ts'

const ORPHANED_MESSAGE = 'This run was broken off too often. Nothing was lost: the next one goes on from here.'

/**
 * Ends runs that are open though no job works on them any more, because it used up its repetitions: an open run would keep
 * its service from ever being fetched from again. A run and its job are made in one transaction, so a run without a job
 * is not one that has yet to get it.
 */
export const endOrphanedRuns = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'mailer' | 'jobs' | 'events' | 'publicUrl'>,
): Promise<void> => {
  for (const run of await findOrphanedRuns(deps)) await endOrphanedRun(deps, run)
}

// All accounts, hence unscoped; `state < 'completed'` is how the queue itself asks for jobs that have not ended.
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
  deps.log.error({ runId: run.id, accountId: run.account_id }, 'run ended: its job was given up')
  const service = await findService(deps.db, run.account_id, run.service_id)
  if (service && platformOf(service.type))
    return endSync(deps, run, { kind: 'failed', message: ORPHANED_MESSAGE, isUnexpected: true })
  const errors = JSON.stringify([generalProblem(ORPHANED_MESSAGE)])
  const finished_at = new Date(deps.clock.now())
  await updateOpenRun(deps.db, run, { status: 'failed', stream: null, errors, finished_at })
}
