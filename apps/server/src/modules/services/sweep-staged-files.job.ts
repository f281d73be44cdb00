import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { sweepStagedFiles } from './sweep-staged-files.ts'

export const sweepStagedFilesJob: Job = {
  name: 'sweep-staged-files',
  schema: z.object({}),
  schedule: '17 * * * *',
  handler: (deps) => sweepStagedFiles(deps),
}
