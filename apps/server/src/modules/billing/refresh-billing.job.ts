import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { beginRefresh } from './billing.repo.ts'
import { refreshBilling } from './refresh-billing.usecases.ts'

const Data = z.object({ accountId: z.number().int() })

/** With growing pauses these are some hours, in which the provider may be away. */
const RETRIES = 40

/** Applies what an event of the payment provider was about, by reading how it stands now. */
export const refreshBillingJob: Job<z.infer<typeof Data>> = {
  name: 'refresh-billing',
  schema: Data,
  concurrency: 2,
  retries: RETRIES,
  handler: async (deps, { accountId }) => {
    await beginRefresh(deps.db, accountId)
    await refreshBilling(deps, accountId)
  },
}
