import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { refreshBillingJob } from './billing.jobs.ts'
import { recordPaymentEvent } from './billing.repo.ts'

interface Delivery {
  readonly payload: Buffer
  readonly signature: string
}

/**
 * Treats an event only as a hint that a customer changed: the state is read from the provider afterwards, so neither order
 * nor repetition matters. The first event of a burst queues one refresh. After a crash before the job is sent, the due refresh
 * is found within a minute. Errors: `billing.event_refused`.
 */
export const receivePaymentEvent = async (
  deps: Pick<Deps, 'clock' | 'db' | 'cardPayments' | 'jobs'>,
  delivery: Delivery,
): Promise<void> => {
  const now = deps.clock.now()
  if (!deps.cardPayments) throw fail('billing.event_refused')
  const event = deps.cardPayments.readEvent({ ...delivery, now })
  const accountId = await recordPaymentEvent(deps.db, { ...event, at: new Date(now) })
  if (accountId !== null) await deps.jobs.send(deps.db, refreshBillingJob, { accountId })
}
