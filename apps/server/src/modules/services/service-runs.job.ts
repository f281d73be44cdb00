import { z } from 'zod'
import { PLATFORM_CONNECTORS } from '#connectors/registry.ts'
import { defineJob } from '#server/jobs/job.ts'

/** Syncs of one platform at one time. */
export const SYNCS_PER_PLATFORM = 6

/**
 * Executes a queued sync. Separate from imports because syncs mostly wait: many run concurrently. Every platform has slots of its
 * own, so one that hangs delays no other. After a kill, the job resumes at the next start.
 */
export const serviceSyncJob = defineJob({
  name: 'service-sync',
  schema: z.object({
    accountId: z.number().int(),
    runId: z.string(),
    /** type of the service; absent in jobs of earlier versions */
    platform: z.string().optional(),
  }),
  concurrency: SYNCS_PER_PLATFORM * PLATFORM_CONNECTORS.length,
  turnsBy: 'accountId',
  limitBy: { field: 'platform', limit: SYNCS_PER_PLATFORM },
  pollSeconds: 2,
  retries: 5,
  expireSeconds: 3600,
})

/** Executes a queued import, one per account at a time. After a kill, the job resumes at the next start. */
export const serviceRunJob = defineJob({
  name: 'service-run',
  schema: z.object({ accountId: z.number().int(), runId: z.string() }),
  concurrency: 2,
  turnsBy: 'accountId',
  limitBy: { field: 'accountId', limit: 1 },
  retries: 5,
  expireSeconds: 3600,
})

/** Ends runs whose job is gone, so that their services can run again. */
export const orphanedRunsJob = defineJob({ name: 'orphaned-runs', schema: z.object({}), everySeconds: 10 })

export const dueSyncsJob = defineJob({
  name: 'due-syncs',
  schema: z.object({}),
  schedule: '* * * * *',
  // Also sent when a platform reports a change.
  pollSeconds: 1,
})
