import type { Deps } from '#server/deps.ts'
import { handleJob, scheduledJob } from '#server/jobs/job.ts'
import { accountDeleted, accountPurging, accountRestored } from '#server/modules/account-lifecycle/index.ts'
import { subscribe } from '#server/platform/events.ts'
import { endSubscriptionsJob, followDeletionJob, refreshBillingJob } from './billing.job.ts'
import { beginRefresh, findBilling, findRefreshesDueSince } from './billing.repo.ts'
import { refreshBilling } from './refresh-billing.usecases.ts'

export const refreshBillingHandler = handleJob(refreshBillingJob, async (deps: Deps, { accountId }) => {
  await beginRefresh(deps.db, accountId)
  await refreshBilling(deps, accountId)
})

export const followDeletionHandler = handleJob(followDeletionJob, async ({ db, cardPayments }: Deps, { accountId }) => {
  const { customerId, deletedAt } = await findBilling(db, accountId)
  if (customerId !== null) await cardPayments?.setDeletion(customerId, deletedAt !== null)
})

export const endSubscriptionsHandler = handleJob(endSubscriptionsJob, async ({ cardPayments }: Deps, { customerId }) =>
  cardPayments?.endSubscriptions(customerId),
)

/** A refresh that has been due for this long was lost. */
const LOST_AFTER_MS = 30_000

/** Queues refreshes that a crash prevented from being queued. */
export const dueRefreshesJob = scheduledJob(
  { name: 'due-refreshes', schedule: '* * * * *' },
  async ({ db, clock, jobs }: Deps) => {
    for (const accountId of await findRefreshesDueSince(db, new Date(clock.now() - LOST_AFTER_MS))) {
      await jobs.send(db, refreshBillingJob, { accountId })
    }
  },
)

const followDeletion = ({ db, jobs }: Deps, { accountId }: { readonly accountId: number }) =>
  jobs.send(db, followDeletionJob, { accountId })

/** Stops the renewal of a deleted account's subscription. */
export const stopRenewal = subscribe(accountDeleted, followDeletion)

/** Resumes the renewal of a restored account's subscription. */
export const resumeRenewal = subscribe(accountRestored, followDeletion)

/** Cancels a purged account's subscriptions; the purge does not wait for the provider. */
export const cancelSubscriptions = subscribe(accountPurging, async ({ db, jobs }: Deps, { accountId }) => {
  const { customerId } = await findBilling(db, accountId)
  if (customerId !== null) await jobs.send(db, endSubscriptionsJob, { customerId })
})
