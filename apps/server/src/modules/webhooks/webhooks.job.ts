import { z } from 'zod'
import { defineJob } from '#server/jobs/job.ts'

/** Sends one delivery once. A later attempt is another job. */
export const deliverWebhookJob = defineJob({
  name: 'deliver-webhook',
  schema: z.object({ accountId: z.number().int(), deliveryId: z.string() }),
  concurrency: 4,
  retries: 2,
  expireSeconds: 60,
  turnsBy: 'accountId',
  limitBy: { field: 'accountId', limit: 2 },
})
