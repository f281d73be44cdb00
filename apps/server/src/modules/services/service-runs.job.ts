import { z } from 'zod'
import { PLATFORM_CONNECTORS } from '#connectors/registry.ts'
import { defineJob, type JobDefinition } from '#server/jobs/job.ts'

/** Syncs of one platform at one time. */
const SYNCS_PER_PLATFORM = 6

/** Of these, syncs of one account, so that its services cannot fill a platform's slots while they hang. */
const SYNCS_PER_ACCOUNT = SYNCS_PER_PLATFORM / 2

const shared = {
  schema: z.object({ accountId: z.number().int(), runId: z.string() }),
  turnsBy: 'accountId',
  retries: 5,
  expireSeconds: 3600,
} as const

/**
 * Execute a queued sync, by platform. Separate from imports because syncs mostly wait: many run concurrently. Every platform has slots
 * of its own, so one that hangs delays no other. After a kill, the job resumes at the next start.
 */
export const platformSyncJobs: ReadonlyMap<string, JobDefinition<z.infer<typeof shared.schema>>> = new Map(
  PLATFORM_CONNECTORS.map(({ type }) => [
    type,
    defineJob({
      ...shared,
      name: `service-sync-${type}`,
      concurrency: SYNCS_PER_PLATFORM,
      limitBy: { field: 'accountId', limit: SYNCS_PER_ACCOUNT },
      pollSeconds: 2,
    }),
  ]),
)

/** Executes a queued import, one per account at a time. After a kill, the job resumes at the next start. */
export const serviceRunJob = defineJob({
  ...shared,
  name: 'service-run',
  concurrency: 2,
  limitBy: { field: 'accountId', limit: 1 },
})

/** Queues whose jobs execute runs. */
export const RUN_QUEUES: readonly string[] = [
  serviceRunJob.name,
  ...[...platformSyncJobs.values()].map(({ name }) => name),
]

/** Ends runs whose job is gone, so that their services can run again. */
export const orphanedRunsJob = defineJob({ name: 'orphaned-runs', schema: z.object({}), everySeconds: 10 })

export const dueSyncsJob = defineJob({
  name: 'due-syncs',
  schema: z.object({}),
  schedule: '* * * * *',
  // Also sent when a platform reports a change.
  pollSeconds: 1,
})
