import type { Deps } from '#server/deps.ts'
import { handleJob, scheduledJob } from '#server/jobs/job.ts'
import { executeRun } from './execute-run.ts'
import { endOrphanedRuns } from './orphaned-runs.usecases.ts'
import { dueSyncsJob, orphanedRunsJob, platformSyncJobs, serviceRunJob } from './service-runs.job.ts'
import { sweepStagedFiles } from './staged-files.repo.ts'
import { queueDueSyncs } from './sync/queue-syncs.ts'

export const runHandlers = [serviceRunJob, ...platformSyncJobs.values()].map((job) =>
  handleJob(job, (deps: Deps, run, { signal }) => executeRun(deps, { ...run, signal })),
)

export const dueSyncsHandler = handleJob(dueSyncsJob, queueDueSyncs)

export const orphanedRunsHandler = handleJob(orphanedRunsJob, endOrphanedRuns)

export const sweepStagedFilesJob = scheduledJob(
  { name: 'sweep-staged-files', schedule: '17 * * * *' },
  sweepStagedFiles,
)
