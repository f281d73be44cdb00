import type Stripe from 'stripe'
import { ACCOUNT_TYPES, type AccountType } from '#domain/account-type.ts'
import { planOfPriceKey } from '#domain/plan.ts'
import type { SubscriptionNow } from './card-payments.ts'

const SECOND_MS = 1_000

const dateOf = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? new Date(seconds * SECOND_MS) : null

/** What each of the provider's states means here; those left out were never paid. */
const STANDINGS: Readonly<Record<string, SubscriptionNow['standing']>> = {
  active: 'paid',
  trialing: 'paid',
  past_due: 'pastDue',
  unpaid: 'pastDue',
  paused: 'ended',
  canceled: 'ended',
}

/** The better one stands first. */
const ORDER: readonly SubscriptionNow['standing'][] = ['paid', 'pastDue', 'ended']

// A name is handed on to a price's successor; who pays the old price is then known by what is written on it.
const planOf = ({ lookup_key, metadata }: Stripe.Price): AccountType | null =>
  planOfPriceKey(lookup_key) ?? ACCOUNT_TYPES.find((type) => type === metadata.plan) ?? null

const present = (subscription: Stripe.Subscription, standing: SubscriptionNow['standing']): SubscriptionNow => {
  const [item] = subscription.items.data
  const periodEndsAt = dateOf(item?.current_period_end)
  const cancelsAt = dateOf(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEndsAt : null)
  return {
    id: subscription.id,
    standing,
    plan: item ? planOf(item.price) : null,
    periodEndsAt,
    cancelsAt: standing === 'ended' ? null : cancelsAt,
    endedAt: dateOf(subscription.ended_at),
  }
}

/** Of all subscriptions that a customer has or had, the one that counts: the best standing, then the newest. */
export const subscriptionThatCounts = (subscriptions: readonly Stripe.Subscription[]): SubscriptionNow | null => {
  const known = subscriptions.flatMap((subscription) => {
    const standing = STANDINGS[subscription.status]
    return standing ? [{ subscription, standing }] : []
  })
  const [first] = known.toSorted(
    (a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing) || b.subscription.created - a.subscription.created,
  )
  return first ? present(first.subscription, first.standing) : null
}
