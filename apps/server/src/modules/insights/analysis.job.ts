import { z } from 'zod'
import { defineJob } from '#server/jobs/job.ts'

/** Looks at an account after its data changed: of several loads that end together the last one brings the look. */
export const analysisJob = defineJob({
  name: 'look-at-account',
  schema: z.object({ accountId: z.number().int() }),
  retries: 2,
  expireSeconds: 900,
  pollSeconds: 2,
})
