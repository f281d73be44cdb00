import { z } from 'zod'
import { defineJob } from '#server/jobs/job.ts'

/**
 * Executes a queued sync. Separate from imports because syncs mostly wait: many run concurrently, and a platform that hangs
 * delays no other. After a kill, the job resumes at the next start.
 */
export const serviceSyncJob = defineJob({
  name: 'service-sync',
  schema: z.object({ accountId: z.number().int(), runId: z.string() }),
  concurrency: 10,
  pollSeconds: 1,
  retries: 5,
  expireSeconds: 3600,
})

/** Executes a queued run. After a kill, the job resumes at the next start. */
export const serviceRunJob = defineJob({
  name: 'service-run',
  schema: z.object({ accountId: z.number().int(), runId: z.string() }),
  concurrency: 2,
  retries: 5,
  expireSeconds: 3600,
})

export const dueSyncsJob = defineJob({
  name: 'due-syncs',
  schema: z.object({}),
  schedule: '* * * * *',
  // Also sent when a platform reports a change.
  pollSeconds: 1,
})
