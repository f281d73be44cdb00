import type { AccountHook } from '#server/modules/account-lifecycle/account-hooks.ts'
import { findBilling } from './billing.repo.ts'
import { followDeletionJob } from './follow-deletion.job.ts'

/** A deleted account is charged no more: not renewed while it can be restored, ended before its data goes. */
export const billingHook: AccountHook = {
  onDeleted: (deps, trx, accountId) => deps.jobs.send(trx, followDeletionJob, { accountId }),
  onRestored: (deps, trx, accountId) => deps.jobs.send(trx, followDeletionJob, { accountId }),
  beforePurge: async ({ db, cardPayments }, accountId) => {
    const { customerId } = await findBilling(db, accountId)
    if (customerId !== null) await cardPayments?.endSubscriptions(customerId)
  },
}
