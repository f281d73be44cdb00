import type Stripe from 'stripe'
import { z } from 'zod'
import { fail } from '#contract/errors.ts'
import type { Clock } from '#domain/clock.ts'
import { splitList } from '#domain/text.ts'
import type { Env } from '#server/env.ts'
import type { CardPayments, PaymentEvent } from './card-payments.ts'
import { closeSessions, keyFor, openCheckoutSession, readCheckoutSession } from './checkout-session.ts'
import { readStatement } from './statement.ts'
import { awaitResponse, awaitResponseIfAny, isProviderPage, stripeClient, unavailable } from './stripe-client.ts'
import { followDeletion, selectSubscription } from './subscription.ts'

/** Accepted clock difference of a signature, in both directions. */
const TOLERANCE_SECONDS = 300

const Event = z.object({
  id: z.string().min(1).max(255),
  data: z.object({
    object: z.object({ object: z.string().optional(), id: z.unknown().optional(), customer: z.unknown().optional() }),
  }),
})

const Reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

const readCustomerId = ({ object }: z.infer<typeof Event>['data']): string | null => {
  const reference = Reference.safeParse(object.object === 'customer' ? object.id : object.customer)
  return reference.success ? reference.data : null
}

// The SDK rejects old timestamps but accepts future ones.
const isAhead = (signature: string, now: number): boolean => {
  const [, seconds = ''] = /(?:^|,)\s*t=(\d+)/.exec(signature) ?? []
  return Number(seconds) > now / 1_000 + TOLERANCE_SECONDS
}

/** Parses events signed with one of the secrets. */
const eventReader =
  (stripe: Stripe, secrets: readonly string[]): CardPayments['readEvent'] =>
  ({ payload, signature, now }): PaymentEvent => {
    if (isAhead(signature, now)) throw fail('billing.event_refused')
    const isSigned = secrets.some((secret) => isSignedWith(stripe, { payload, signature, secret, now }))
    if (!isSigned) throw fail('billing.event_refused')
    const event = Event.safeParse(JSON.parse(payload.toString('utf8')))
    if (!event.success) throw fail('billing.event_refused', { cause: event.error })
    return { id: event.data.id, customerId: readCustomerId(event.data.data) }
  }

interface Signed {
  readonly payload: Buffer
  readonly signature: string
  readonly secret: string
  readonly now: number
}

const isSignedWith = (stripe: Stripe, { payload, signature, secret, now }: Signed): boolean => {
  try {
    stripe.webhooks.constructEvent(payload, signature, secret, TOLERANCE_SECONDS, undefined, now)
    return true
  } catch {
    return false
  }
}

const MAX_SUBSCRIPTIONS = 100

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
    (await awaitResponse(() => stripe.subscriptions.list({ customer, status: 'all', limit: MAX_SUBSCRIPTIONS }))).data

  return {
    readEvent: eventReader(stripe, splitList(STRIPE_WEBHOOK_SECRET)),
    makeCustomer: async ({ accountId, name, email }) => {
      const params = { name, email, metadata: { accountId: String(accountId) } }
      const { id } = await awaitResponse(() => stripe.customers.create(params, { idempotencyKey: keyFor(params, '') }))
      return id
    },
    openCheckout: async (request) => pageAt(await openCheckoutSession(stripe, request, clock.now())),
    closeCheckouts: (customerId) => closeSessions(stripe, customerId),
    openPortal: async ({ customerId, returnUrl }) => {
      const params = { customer: customerId, return_url: returnUrl }
      return pageAt((await awaitResponse(() => stripe.billingPortal.sessions.create(params))).url)
    },
    readCheckout: (sessionId) => readCheckoutSession(stripe, sessionId),
    subscriptionOf: async (customerId) => selectSubscription(await subscriptionsOf(customerId)),
    statementOf: (customerId, subscriptionId) => readStatement(stripe, { customerId, subscriptionId }, isOwnPage),
    setDeletion: async (customerId, isDeleted) => followDeletion(stripe, await subscriptionsOf(customerId), isDeleted),
    endSubscriptions: async (customerId) => {
      for (const { id, status } of await subscriptionsOf(customerId)) {
        if (status === 'canceled' || status === 'incomplete_expired') continue
        await awaitResponseIfAny(() => stripe.subscriptions.cancel(id), ['resource_missing'])
      }
    },
  }
}
