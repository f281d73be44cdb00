import { z } from 'zod'
import { defineJob } from '#server/jobs/job.ts'

/** The payment provider may be away for hours. */
const RETRIES = 40

/** A deleted account is not charged again, unless it was restored. */
export const followDeletionJob = defineJob({
  name: 'follow-deletion',
  schema: z.object({ accountId: z.number().int() }),
  retries: RETRIES,
})
