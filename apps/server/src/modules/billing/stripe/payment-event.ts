import type Stripe from 'stripe'
import { z } from 'zod'
import { fail } from '#contract/errors.ts'
import type { CardPayments, PaymentEvent } from './card-payments.ts'

/** Accepted clock difference of a signature, in both directions. */
const TOLERANCE_SECONDS = 300

const Event = z.object({
  id: z.string().min(1).max(255),
  data: z.object({
    object: z.object({ object: z.string().optional(), id: z.unknown().optional(), customer: z.unknown().optional() }),
  }),
})

const Reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

const customerOf = ({ object }: z.infer<typeof Event>['data']): string | null => {
  const reference = Reference.safeParse(object.object === 'customer' ? object.id : object.customer)
  return reference.success ? reference.data : null
}

// The SDK rejects old timestamps but accepts future ones.
const isAhead = (signature: string, now: number): boolean => {
  const [, seconds = ''] = /(?:^|,)\s*t=(\d+)/.exec(signature) ?? []
  return Number(seconds) > now / 1_000 + TOLERANCE_SECONDS
}

/** Parses events signed with one of the secrets. */
export const eventReader =
  (stripe: Stripe, secrets: readonly string[]): CardPayments['readEvent'] =>
  ({ payload, signature, now }): PaymentEvent => {
    if (isAhead(signature, now)) throw fail('billing.event_refused')
    const isSigned = secrets.some((secret) => isSignedWith(stripe, { payload, signature, secret, now }))
    if (!isSigned) throw fail('billing.event_refused')
    const event = Event.safeParse(JSON.parse(payload.toString('utf8')))
    if (!event.success) throw fail('billing.event_refused', { cause: event.error })
    return { id: event.data.id, customerId: customerOf(event.data.data) }
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
