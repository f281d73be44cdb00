import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { enterPaymentEvent } from './billing.repo.ts'
import { refreshBillingJob } from './refresh-billing.job.ts'

interface Delivery {
  readonly payload: Buffer
  readonly signature: string
}

/**
 * Takes an event as a hint that something changed with a customer; what it is is read from the provider soon after, so neither
 * order nor repetition matters. Of a burst the first one asks for all. Killed before the job is sent, the refresh is due all
 * the same, and found so within a minute. Errors: `billing.event_refused`.
 */
export const receivePaymentEvent = async (
  deps: Pick<Deps, 'clock' | 'db' | 'cardPayments' | 'jobs'>,
  delivery: Delivery,
): Promise<void> => {
  const now = deps.clock.now()
  if (!deps.cardPayments) throw fail('billing.event_refused')
  const event = deps.cardPayments.readEvent({ ...delivery, now })
  const accountId = await enterPaymentEvent(deps.db, { ...event, at: new Date(now) })
  if (accountId !== null) await deps.jobs.send(deps.db, refreshBillingJob, { accountId })
}
