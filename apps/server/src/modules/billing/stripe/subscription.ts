import type Stripe from 'stripe'
import { lookupTable } from '#domain/lookup-table.ts'
import { ACCOUNT_TYPES, type AccountType, planOfPriceKey } from '#domain/plan.ts'
import type { CurrentSubscription } from './card-payments.ts'
import { awaitResponse } from './stripe-client.ts'

const SECOND_MS = 1_000

const dateOf = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? new Date(seconds * SECOND_MS) : null

/** Maps the provider's states; missing ones were never paid. */
const STANDINGS: Readonly<Record<string, CurrentSubscription['standing']>> = lookupTable({
  active: 'paid',
  trialing: 'paid',
  past_due: 'pastDue',
  unpaid: 'pastDue',
  paused: 'ended',
  canceled: 'ended',
})

/** Best first. */
const ORDER: readonly CurrentSubscription['standing'][] = ['paid', 'pastDue', 'ended']

// The lookup key moves to a price's successor; subscriptions with the old price are identified by its metadata.
const planOf = ({ lookup_key, metadata }: Stripe.Price): AccountType | null =>
  planOfPriceKey(lookup_key) ?? ACCOUNT_TYPES.find((type) => type === metadata.plan) ?? null

const present = (subscription: Stripe.Subscription, standing: CurrentSubscription['standing']): CurrentSubscription => {
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

/** The relevant subscription of a customer: the best standing, then the newest. */
export const selectSubscription = (subscriptions: readonly Stripe.Subscription[]): CurrentSubscription | null => {
  const known = subscriptions.flatMap((subscription) => {
    const standing = STANDINGS[subscription.status]
    return standing ? [{ subscription, standing }] : []
  })
  const [first] = known.toSorted(
    (a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing) || b.subscription.created - a.subscription.created,
  )
  return first ? present(first.subscription, first.standing) : null
}

/** Distinguishes a cancellation caused by account deletion from one requested by a user. */
const MARK = 'endsByDeletion'

const isAlive = ({ status }: Stripe.Subscription): boolean => status === 'active' || status === 'past_due'

const isCanceled = ({ cancel_at, cancel_at_period_end }: Stripe.Subscription): boolean =>
  cancel_at_period_end || cancel_at !== null

/** Stops or resumes the renewal of active subscriptions. Idempotent. */
export const followDeletion = async (
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
  isDeleted: boolean,
): Promise<void> => {
  for (const subscription of subscriptions.filter(isAlive)) {
    const isMarked = subscription.metadata[MARK] === 'true'
    if (isDeleted ? isCanceled(subscription) : !isMarked) continue
    const metadata = { [MARK]: isDeleted ? 'true' : '' }
    await awaitResponse(() =>
      stripe.subscriptions.update(subscription.id, { cancel_at_period_end: isDeleted, metadata }),
    )
  }
}
