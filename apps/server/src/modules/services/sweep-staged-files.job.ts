import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { sweepStagedFiles } from './staged-files.repo.ts'

export const sweepStagedFilesJob = handleJob(
  {
    name: 'sweep-staged-files',
    schema: z.object({}),
    schedule: '17 * * * *',
  },
  (deps: Pick<Deps, 'clock' | 'db' | 'warehouse'>) => sweepStagedFiles(deps),
)
