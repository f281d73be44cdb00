import type Stripe from 'stripe'
import type { Clock } from '#domain/clock.ts'
import type { Env } from '#server/env.ts'
import type { CardPayments } from './card-payments.ts'
import { closeSessions, keyFor, openCheckoutSession, readCheckoutSession } from './checkout-session.ts'
import { eventReader } from './payment-event.ts'
import { followDeletion } from './renewal.ts'
import { readStatement } from './statement.ts'
import { answerIfAny, answerOf, isProviderPage, stripeClient, unavailable } from './stripe-client.ts'
import { subscriptionThatCounts } from './subscription.ts'

const SUBSCRIPTIONS_LOOKED_AT = 100

const secretsOf = (list: string): string[] =>
  list
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')

/** Payments by card; null where this installation has no payment provider. */
export const createCardPayments = async (env: Env, clock: Clock): Promise<CardPayments | null> => {
  const stripe = await stripeClient(env)
  return stripe && stripePayments(stripe, env, clock)
}

const stripePayments = (
  stripe: Stripe,
  { STRIPE_URL, STRIPE_WEBHOOK_SECRET = '' }: Env,
  clock: Clock,
): CardPayments => {
  const isOwnPage = (page: string): boolean => isProviderPage(page, STRIPE_URL)

  const pageAt = (url: string | null): string => {
    if (url && isOwnPage(url)) return url
    throw unavailable(new Error('the payment provider named no page of its own'))
  }

  const subscriptionsOf = async (customer: string): Promise<readonly Stripe.Subscription[]> =>
    (await answerOf(stripe.subscriptions.list({ customer, status: 'all', limit: SUBSCRIPTIONS_LOOKED_AT }))).data

  return {
    readEvent: eventReader(stripe, secretsOf(STRIPE_WEBHOOK_SECRET)),
    makeCustomer: async ({ accountId, name, email }) => {
      const params = { name, email, metadata: { accountId: String(accountId) } }
      const { id } = await answerOf(stripe.customers.create(params, { idempotencyKey: keyFor(params, '') }))
      return id
    },
    openCheckout: async (request) => pageAt(await openCheckoutSession(stripe, request, clock.now())),
    closeCheckouts: (customerId) => closeSessions(stripe, customerId),
    openPortal: async ({ customerId, returnUrl }) => {
      const params = { customer: customerId, return_url: returnUrl }
      return pageAt((await answerOf(stripe.billingPortal.sessions.create(params))).url)
    },
    readCheckout: (sessionId) => readCheckoutSession(stripe, sessionId),
    subscriptionOf: async (customerId) => subscriptionThatCounts(await subscriptionsOf(customerId)),
    statementOf: (customerId, subscriptionId) => readStatement(stripe, { customerId, subscriptionId }, isOwnPage),
    setDeletion: async (customerId, isDeleted) => followDeletion(stripe, await subscriptionsOf(customerId), isDeleted),
    endSubscriptions: async (customerId) => {
      for (const { id, status } of await subscriptionsOf(customerId)) {
        if (status === 'canceled' || status === 'incomplete_expired') continue
        await answerIfAny(stripe.subscriptions.cancel(id), ['resource_missing'])
      }
    },
  }
}
