import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { runService } from './run-service.usecases.ts'

const Data = z.object({ accountId: z.number().int(), runId: z.string() })

/** Works on a queued run. A killed server finds the job again at its next start and goes on. */
export const serviceRunJob: Job<z.infer<typeof Data>> = {
  name: 'service-run',
  schema: Data,
  concurrency: 2,
  retries: 5,
  expireSeconds: 3600,
  handler: (deps, { accountId, runId }, { signal }) => runService(deps, { accountId, runId, signal }),
}
