import { PAYMENT_GRACE_DAYS } from '#domain/plan-state.ts'
import type { BillingRow } from './billing.repo.ts'
import type { SubscriptionNow } from './stripe/card-payments.ts'

const DAY_MS = 86_400_000

type Known = Pick<
  BillingRow,
  'plan' | 'subscriptionId' | 'endedSubscriptionId' | 'pastDueSince' | 'readOnlyFrom' | 'readOnlyReason'
>

/** What becomes of an account by the state of its subscription. */
export interface AppliedState {
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

const inForce = (known: Known, subscription: SubscriptionNow, pastDueSince: Date | null): AppliedState => ({
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

const over = (known: Known, subscription: SubscriptionNow, now: Date): AppliedState => ({
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
 * Follows from what the provider says now, whatever happened before. An end has its effect once: what an operator has agreed
 * with the account since then stays. Null: nothing changes.
 */
export const appliedState = (known: Known, subscription: SubscriptionNow, now: Date): AppliedState | null => {
  switch (subscription.standing) {
    case 'paid':
      return inForce(known, subscription, null)
    case 'pastDue':
      return inForce(known, subscription, known.pastDueSince ?? now)
    case 'ended':
      return known.endedSubscriptionId === subscription.id ? null : over(known, subscription, now)
  }
}
