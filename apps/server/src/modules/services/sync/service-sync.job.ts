import { z } from 'zod'
import { defineJob } from '#server/jobs/job.ts'

/**
 * Works on a queued run that fetches from a platform. Apart from imports, since it mostly waits: many go on side by side, and
 * a platform that hangs holds up nobody. A killed server finds the job again at its next start and goes on.
 */
export const serviceSyncJob = defineJob({
  name: 'service-sync',
  schema: z.object({ accountId: z.number().int(), runId: z.string() }),
  concurrency: 10,
  pollSeconds: 1,
  retries: 5,
  expireSeconds: 3600,
})
