import type { Deps } from '#server/deps.ts'
import { accountDeleted, accountPurging, accountRestored } from '#server/modules/account-lifecycle/index.ts'
import { subscribe } from '#server/platform/events.ts'
import { followDeletionJob } from './billing.jobs.ts'
import { findBilling } from './billing.repo.ts'

type FollowDeletionDeps = Pick<Deps, 'db' | 'jobs'>

const followDeletion = ({ db, jobs }: FollowDeletionDeps, { accountId }: { readonly accountId: number }) =>
  jobs.send(db, followDeletionJob, { accountId })

/** Stops the renewal of a deleted account's subscription. */
export const stopRenewal = subscribe(accountDeleted, followDeletion)

/** Resumes the renewal of a restored account's subscription. */
export const resumeRenewal = subscribe(accountRestored, followDeletion)

/** Cancels the subscriptions before the account's data is deleted. An error keeps the account due for purging. */
export const cancelSubscriptions = subscribe(
  accountPurging,
  async ({ db, cardPayments }: Pick<Deps, 'db' | 'cardPayments'>, { accountId }) => {
    const { customerId } = await findBilling(db, accountId)
    if (customerId !== null) await cardPayments?.endSubscriptions(customerId)
  },
)
