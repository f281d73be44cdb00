import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enterPaymentEvent, markRefreshDue } from './billing.repo.ts'
import { refreshBillingJob } from './refresh-billing.job.ts'

interface Delivery {
  readonly payload: Buffer
  readonly signature: string
}

/**
 * Takes an event as a hint that something changed with a customer; what it is is read from the provider soon after, so neither
 * order nor repetition matters. Of a burst the first one asks for all. Errors: `billing.event_refused`.
 */
export const receivePaymentEvent = async (deps: Deps, delivery: Delivery): Promise<void> => {
  const now = deps.clock.now()
  if (!deps.cardPayments) throw fail('billing.event_refused')
  const { id, customerId } = deps.cardPayments.readEvent({ ...delivery, now })
  const at = new Date(now)
  await inTransaction(deps.db, async (trx) => {
    const isNew = await enterPaymentEvent(trx, { id, at })
    if (!isNew || customerId === null) return
    const accountId = await markRefreshDue(trx, { customerId, at })
    if (accountId !== null) await deps.jobs.send(trx, refreshBillingJob, { accountId })
  })
}
