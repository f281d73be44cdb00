import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { refreshesDueSince } from './billing.repo.ts'
import { refreshBillingJob } from './refresh-billing.job.ts'

/** After that long a refresh that is due was lost. */
const LOST_AFTER_MS = 30_000

/** Brings back what a server that was killed had taken and not queued. */
export const dueRefreshesJob = handleJob(
  {
    name: 'due-refreshes',
    schema: z.object({}),
    schedule: '* * * * *',
  },
  async ({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>) => {
    for (const accountId of await refreshesDueSince(db, new Date(clock.now() - LOST_AFTER_MS))) {
      await jobs.send(db, refreshBillingJob, { accountId })
    }
  },
)
