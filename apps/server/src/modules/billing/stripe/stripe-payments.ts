import type Stripe from 'stripe'
import type { Clock } from '#domain/clock.ts'
import type { Env } from '#server/env.ts'
import type { CardPayments } from './card-payments.ts'
import { closeSessions, keyFor, openCheckoutSession, readCheckoutSession } from './checkout-session.ts'
import { eventReader } from './payment-event.ts'
import { readStatement } from './statement.ts'
import { awaitResponse, awaitResponseIfAny, isProviderPage, stripeClient, unavailable } from './stripe-client.ts'
import { followDeletion, selectSubscription } from './subscription.ts'

const MAX_SUBSCRIPTIONS = 100

const parseSecrets = (list: string): string[] =>
  list
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')

/** Card payments; null without a configured payment provider. */
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
    (await awaitResponse(stripe.subscriptions.list({ customer, status: 'all', limit: MAX_SUBSCRIPTIONS }))).data

  return {
    readEvent: eventReader(stripe, parseSecrets(STRIPE_WEBHOOK_SECRET)),
    makeCustomer: async ({ accountId, name, email }) => {
      const params = { name, email, metadata: { accountId: String(accountId) } }
      const { id } = await awaitResponse(stripe.customers.create(params, { idempotencyKey: keyFor(params, '') }))
      return id
    },
    openCheckout: async (request) => pageAt(await openCheckoutSession(stripe, request, clock.now())),
    closeCheckouts: (customerId) => closeSessions(stripe, customerId),
    openPortal: async ({ customerId, returnUrl }) => {
      const params = { customer: customerId, return_url: returnUrl }
      return pageAt((await awaitResponse(stripe.billingPortal.sessions.create(params))).url)
    },
    readCheckout: (sessionId) => readCheckoutSession(stripe, sessionId),
    subscriptionOf: async (customerId) => selectSubscription(await subscriptionsOf(customerId)),
    statementOf: (customerId, subscriptionId) => readStatement(stripe, { customerId, subscriptionId }, isOwnPage),
    setDeletion: async (customerId, isDeleted) => followDeletion(stripe, await subscriptionsOf(customerId), isDeleted),
    endSubscriptions: async (customerId) => {
      for (const { id, status } of await subscriptionsOf(customerId)) {
        if (status === 'canceled' || status === 'incomplete_expired') continue
        await awaitResponseIfAny(stripe.subscriptions.cancel(id), ['resource_missing'])
      }
    },
  }
}
