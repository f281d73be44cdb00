import { z } from 'zod'
import { defineJob } from '#server/jobs/job.ts'

/** With growing pauses these are some hours, in which the provider may be away. */
const RETRIES = 40

/** Applies what an event of the payment provider was about, by reading how it stands now. */
export const refreshBillingJob = defineJob({
  name: 'refresh-billing',
  schema: z.object({ accountId: z.number().int() }),
  concurrency: 2,
  retries: RETRIES,
})
