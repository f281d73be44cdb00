import { z } from 'zod'
import { defineJob } from '#server/jobs/job.ts'

/** Works on a queued run. A killed server finds the job again at its next start and goes on. */
export const serviceRunJob = defineJob({
  name: 'service-run',
  schema: z.object({ accountId: z.number().int(), runId: z.string() }),
  concurrency: 2,
  retries: 5,
  expireSeconds: 3600,
})
