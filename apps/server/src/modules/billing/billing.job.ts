import { z } from 'zod'
import { defineJob } from '#server/jobs/job.ts'

/** With exponential backoff this covers several hours of provider downtime. */
const REFRESH_RETRIES = 40

/** Applies a payment event by reading the current state from the provider. */
export const refreshBillingJob = defineJob({
  name: 'refresh-billing',
  schema: z.object({ accountId: z.number().int() }),
  concurrency: 2,
  retries: REFRESH_RETRIES,
})

/** The payment provider may be unavailable for hours. */
const DELETION_RETRIES = 40

/** Stops renewing the subscription of a deleted account, or resumes it after a restore. */
export const followDeletionJob = defineJob({
  name: 'follow-deletion',
  schema: z.object({ accountId: z.number().int() }),
  retries: DELETION_RETRIES,
})

/** About a week, because no row of a purged account remains to retry it later. */
const PURGE_RETRIES = 1000

/** Cancels the subscriptions of a purged account. Its data names only the customer: a purge deletes jobs that name the account. */
export const endSubscriptionsJob = defineJob({
  name: 'end-subscriptions',
  schema: z.object({ customerId: z.string() }),
  retries: PURGE_RETRIES,
})
