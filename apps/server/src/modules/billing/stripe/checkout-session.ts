import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { stripePriceKey } from '#domain/plan.ts'
import type { CardPayments, Checkout } from './card-payments.ts'
import { awaitResponse, awaitResponseIfAny, unavailable } from './stripe-client.ts'

type Session = Stripe.Checkout.Session
type NewSession = Stripe.Checkout.SessionCreateParams
type Request = Parameters<CardPayments['openCheckout']>[0]

/** Gives users time to complete the checkout page. */
const LEAST_TIME_LEFT_SECONDS = 600
const MAX_SESSIONS = 20

const referenceId = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** Identical requests in the same state have the same idempotency key, so a repeated request opens one session. */
export const keyFor = (params: object, past: string): string =>
  `cuvee-${createHash('sha256')
    .update(JSON.stringify([params, past]))
    .digest('hex')}`

const paramsFor = ({ customerId, accountId, plan, successUrl, cancelUrl }: Request, price: string): NewSession => ({
  mode: 'subscription',
  customer: customerId,
  client_reference_id: String(accountId),
  line_items: [{ price, quantity: 1 }],
  metadata: { plan },
  subscription_data: { metadata: { accountId: String(accountId) } },
  allow_promotion_codes: true,
  success_url: successUrl,
  cancel_url: cancelUrl,
})

const isFor = ({ metadata, expires_at }: Session, plan: string, now: number): boolean =>
  metadata?.plan === plan && expires_at > now / 1_000 + LEAST_TIME_LEFT_SECONDS

const priceIdOf = async (stripe: Stripe, plan: Request['plan']): Promise<string> => {
  const { data } = await awaitResponse(() =>
    stripe.prices.list({ lookup_keys: [stripePriceKey(plan)], active: true, limit: 1 }),
  )
  const [price] = data
  if (!price) throw unavailable(new Error(`no price is named ${stripePriceKey(plan)}`))
  return price.id
}

/**
 * Opens a checkout or finds the open one. Sessions for other plans are closed first, as both could be paid otherwise.
 */
export const openCheckoutSession = async (stripe: Stripe, request: Request, now: number): Promise<string | null> => {
  const sessions = await awaitResponse(() =>
    stripe.checkout.sessions.list({ customer: request.customerId, limit: MAX_SESSIONS }),
  )
  const open = sessions.data.filter(({ status }) => status === 'open')
  const fitting = open.find((session) => isFor(session, request.plan, now))
  for (const { id } of open.filter((session) => session !== fitting)) {
    await awaitResponseIfAny(() => stripe.checkout.sessions.expire(id), ['resource_missing'])
  }
  if (fitting) return fitting.url
  const params = paramsFor(request, await priceIdOf(stripe, request.plan))
  const idempotencyKey = keyFor(params, sessions.data[0]?.id ?? '')
  return (await awaitResponse(() => stripe.checkout.sessions.create(params, { idempotencyKey }))).url
}

/** Expires the open sessions. */
export const closeSessions = async (stripe: Stripe, customer: string): Promise<void> => {
  const { data } = await awaitResponse(() =>
    stripe.checkout.sessions.list({ customer, status: 'open', limit: MAX_SESSIONS }),
  )
  for (const { id } of data) await awaitResponseIfAny(() => stripe.checkout.sessions.expire(id), ['resource_missing'])
}

const resultOf = ({ status, payment_status }: Session): Checkout['result'] => {
  if (status !== 'complete') return 'notPaid'
  return payment_status === 'unpaid' ? 'pending' : 'paid'
}

export const readCheckoutSession = async (stripe: Stripe, id: string): Promise<Checkout | null> => {
  const session = await awaitResponseIfAny(() => stripe.checkout.sessions.retrieve(id), ['resource_missing'])
  if (!session) return null
  return {
    customerId: referenceId(session.customer),
    accountId: session.client_reference_id,
    result: resultOf(session),
  }
}
