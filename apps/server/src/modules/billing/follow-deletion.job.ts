import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { findBilling } from './billing.repo.ts'

const Data = z.object({ accountId: z.number().int() })

/** The payment provider may be away for hours. */
const RETRIES = 40

/** A deleted account is not charged again, unless it was restored. */
export const followDeletionJob: Job<z.infer<typeof Data>> = {
  name: 'follow-deletion',
  schema: Data,
  retries: RETRIES,
  handler: async ({ db, cardPayments }, { accountId }) => {
    const { customerId, deletedAt } = await findBilling(db, accountId)
    if (customerId !== null) await cardPayments?.setDeletion(customerId, deletedAt !== null)
  },
}
