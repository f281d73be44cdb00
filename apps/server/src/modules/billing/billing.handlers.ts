import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { beginRefresh, findBilling } from './billing.repo.ts'
import { followDeletionJob } from './follow-deletion.job.ts'
import { refreshBillingJob } from './refresh-billing.job.ts'
import { refreshBilling } from './refresh-billing.usecases.ts'

export const refreshBillingHandler = handleJob(
  refreshBillingJob,
  async (deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'mailer' | 'cardPayments' | 'publicUrl'>, { accountId }) => {
    await beginRefresh(deps.db, accountId)
    await refreshBilling(deps, accountId)
  },
)

export const followDeletionHandler = handleJob(
  followDeletionJob,
  async ({ db, cardPayments }: Pick<Deps, 'db' | 'cardPayments'>, { accountId }) => {
    const { customerId, deletedAt } = await findBilling(db, accountId)
    if (customerId !== null) await cardPayments?.setDeletion(customerId, deletedAt !== null)
  },
)
