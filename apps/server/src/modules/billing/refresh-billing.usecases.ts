import { fail } from '#contract/errors.ts'
import { DAY_MS } from '#domain/clock.ts'
import { PAYMENT_GRACE_DAYS } from '#domain/plan.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/modules/notifications/index.ts'
import { refreshBillingJob } from './billing.job.ts'
import { paymentFailedNotice } from './billing.notifications.ts'
import { type BillingRow, findBilling, recordPaymentEvent } from './billing.repo.ts'
import type { CardPayments, CurrentSubscription } from './stripe/card-payments.ts'

type Known = Pick<
  BillingRow,
  'plan' | 'subscriptionId' | 'endedSubscriptionId' | 'pastDueSince' | 'readOnlyFrom' | 'readOnlyReason'
>

/** The columns of an account that follow from its subscription. */
interface BillingState {
  readonly account: {
    readonly account_type: BillingRow['plan']
    readonly is_trial: false
    readonly trial_expires_at: null
    readonly read_only_from: Date | null
    readonly read_only_reason: BillingRow['readOnlyReason']
  }
  readonly billing: {
    readonly subscription_id: string | null
    readonly ended_subscription_id: string | null
    readonly period_ends_at: Date | null
    readonly cancels_at: Date | null
    readonly past_due_since: Date | null
  }
}

const activeState = (known: Known, subscription: CurrentSubscription, pastDueSince: Date | null): BillingState => ({
  account: {
    account_type: subscription.plan ?? known.plan,
    is_trial: false,
    trial_expires_at: null,
    read_only_from: pastDueSince && new Date(pastDueSince.getTime() + PAYMENT_GRACE_DAYS * DAY_MS),
    read_only_reason: pastDueSince && 'payment',
  },
  billing: {
    subscription_id: subscription.id,
    ended_subscription_id: known.endedSubscriptionId,
    period_ends_at: subscription.periodEndsAt,
    cancels_at: subscription.cancelsAt,
    past_due_since: pastDueSince,
  },
})

const endedState = (known: Known, subscription: CurrentSubscription, now: Date): BillingState => ({
  account: {
    account_type: subscription.plan ?? known.plan,
    is_trial: false,
    trial_expires_at: null,
    read_only_from: subscription.endedAt ?? now,
    read_only_reason: 'ended',
  },
  billing: {
    subscription_id: null,
    ended_subscription_id: subscription.id,
    period_ends_at: null,
    cancels_at: null,
    past_due_since: null,
  },
})

/**
 * Depends only on the provider's current state. An ended subscription is applied once, so that later changes by an operator
 * are kept. Null: no change.
 */
const computeBillingState = (known: Known, subscription: CurrentSubscription, now: Date): BillingState | null => {
  switch (subscription.standing) {
    case 'paid':
      return activeState(known, subscription, null)
    case 'pastDue':
      return activeState(known, subscription, known.pastDueSince ?? now)
    case 'ended':
      return known.endedSubscriptionId === subscription.id ? null : endedState(known, subscription, now)
  }
}

/**
 * Applies the subscription's current state at the payment provider to the account. Does nothing for accounts that don't pay
 * by card. Refreshes of an account read and apply one at a time, so that an older response of the provider cannot overwrite a
 * newer one. Errors: `billing.unavailable`, with nothing changed.
 */
export const refreshBilling = async (deps: Deps, accountId: number): Promise<void> => {
  const { cardPayments, turns } = deps
  if (cardPayments) await turns.run(`billing ${accountId}`, () => applySubscription(deps, cardPayments, accountId))
}

const applySubscription = async (deps: Deps, cardPayments: CardPayments, accountId: number): Promise<void> => {
  const { source, customerId, subscriptionId } = await findBilling(deps.db, accountId)
  if (source !== 'Stripe' || customerId === null) return
  const subscription = await cardPayments.subscriptionOf(customerId)
  if (!subscription) return
  // Before the state is stored: if this fails, the next refresh finds the subscription new again and repeats it.
  const isNew = subscription.id !== subscriptionId && subscription.standing !== 'ended'
  if (isNew) await cardPayments.closeCheckouts(customerId)
  await inTransaction(deps.db, async (trx) => {
    // Read again: an operator may have changed the account during the calls.
    const known = await findBilling(trx, accountId)
    if (known.source !== 'Stripe' || known.customerId !== customerId) return
    const state = computeBillingState(known, subscription, new Date(deps.clock.now()))
    if (!state) return
    warnAboutUnknownPrice(deps, known, subscription)
    await saveBillingState({ ...deps, db: trx }, accountId, state)
  })
}

const warnAboutUnknownPrice = ({ log }: Deps, { accountId }: BillingRow, { id, plan }: CurrentSubscription): void => {
  if (plan === null) log.warn({ accountId, subscription: id }, 'subscription price belongs to no known plan')
}

const saveBillingState = async (deps: Deps, accountId: number, { account, billing }: BillingState): Promise<void> => {
  await deps.db.updateTable('accounts').set(account).where('id', '=', accountId).execute()
  const updated_at = new Date(deps.clock.now())
  await deps.db
    .updateTable('billing')
    .set({ ...billing, updated_at })
    .where('account_id', '=', accountId)
    .execute()
  const { past_due_since: since } = billing
  const { read_only_from: until } = account
  if (since && until) await notify(deps, deps.db, paymentFailedNotice(accountId, { since, until }))
}

interface Delivery {
  readonly payload: Buffer
  readonly signature: string
}

/**
 * Treats an event only as a hint that a customer changed: the state is read from the provider afterwards, so neither order
 * nor repetition matters. The first event of a burst queues one refresh. After a crash before the job is sent, the due refresh
 * is found within a minute. Errors: `billing.event_refused`.
 */
export const receivePaymentEvent = async (deps: Deps, delivery: Delivery): Promise<void> => {
  const now = deps.clock.now()
  if (!deps.cardPayments) throw fail('billing.event_refused')
  const event = deps.cardPayments.readEvent({ ...delivery, now })
  const accountId = await recordPaymentEvent(deps.db, { ...event, at: new Date(now) })
  if (accountId !== null) await deps.jobs.send(deps.db, refreshBillingJob, { accountId })
}
