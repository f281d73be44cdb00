import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { runService } from './run-service.usecases.ts'
import { dueSyncsJob, serviceRunJob, serviceSyncJob } from './service-runs.job.ts'
import { endOrphanedRuns } from './sync/end-lost-runs.ts'
import { queueDueSyncs } from './sync/queue-syncs.ts'
import { runSync } from './sync/sync-service.ts'

export const serviceRunHandler = handleJob(serviceRunJob, (deps: Deps, run, { signal }) =>
  runService(deps, { ...run, signal }),
)

export const serviceSyncHandler = handleJob(serviceSyncJob, (deps: Deps, run, { signal }) =>
  runSync(deps, { ...run, signal }),
)

export const dueSyncsHandler = handleJob(
  dueSyncsJob,
  async (deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'mailer' | 'jobs' | 'events' | 'publicUrl'>) => {
    await endOrphanedRuns(deps)
    await queueDueSyncs(deps)
  },
)
