import { z } from 'zod'
import { defineJob } from '#server/jobs/job.ts'

/** Executes a queued run. After a kill, the job resumes at the next start. */
export const serviceRunJob = defineJob({
  name: 'service-run',
  schema: z.object({ accountId: z.number().int(), runId: z.string() }),
  concurrency: 2,
  retries: 5,
  expireSeconds: 3600,
})
