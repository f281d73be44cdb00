import { z } from 'zod'
import { defineJob } from '#server/jobs/job.ts'

export const dueSyncsJob = defineJob({
  name: 'due-syncs',
  schema: z.object({}),
  schedule: '* * * * *',
  // Also sent when a platform reports a change.
  pollSeconds: 1,
})
