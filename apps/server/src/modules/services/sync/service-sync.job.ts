import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { runService } from '../run-service.usecases.ts'

const Data = z.object({ accountId: z.number().int(), runId: z.string() })

/**
 * Works on a queued run that fetches from a platform. Apart from imports, since it mostly waits: many go on side by side, and
 * a platform that hangs holds up nobody. A killed server finds the job again at its next start and goes on.
 */
export const serviceSyncJob: Job<z.infer<typeof Data>> = {
  name: 'service-sync',
  schema: Data,
  concurrency: 10,
  pollSeconds: 1,
  retries: 5,
  expireSeconds: 3600,
  handler: (deps, { accountId, runId }, { signal }) => runService(deps, { accountId, runId, signal }),
}
