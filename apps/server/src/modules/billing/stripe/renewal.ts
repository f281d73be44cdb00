import type Stripe from 'stripe'
import { answerOf } from './stripe-client.ts'

/** Tells an end that came of a deletion from one that people asked for. */
const MARK = 'endsByDeletion'

const isAlive = ({ status }: Stripe.Subscription): boolean => status === 'active' || status === 'past_due'

const isCancelled = ({ cancel_at, cancel_at_period_end }: Stripe.Subscription): boolean =>
  cancel_at_period_end || cancel_at !== null

/** Stops, or takes up again, the renewal of what is alive; asked again it does nothing. */
export const followDeletion = async (
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
  isDeleted: boolean,
): Promise<void> => {
  for (const subscription of subscriptions.filter(isAlive)) {
    const isMarked = subscription.metadata[MARK] === 'true'
    if (isDeleted ? isCancelled(subscription) : !isMarked) continue
    const metadata = { [MARK]: isDeleted ? 'true' : '' }
    await answerOf(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: isDeleted, metadata }))
  }
}
