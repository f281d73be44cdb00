import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { queueDueSyncs } from './queue-due-syncs.ts'

export const dueSyncsJob: Job = {
  name: 'due-syncs',
  schema: z.object({}),
  schedule: '* * * * *',
  handler: (deps) => queueDueSyncs(deps),
}
