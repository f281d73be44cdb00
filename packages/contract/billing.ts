import { z } from 'zod'
import { ACCOUNT_TYPES, BILLING_SOURCES, CHECKOUT_PLANS, PLAN_STATES } from '#domain/plan.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

/** In major units of `currency`. */
const Amount = z.object({ amount: z.number(), currency: z.string() })

export const Invoice = Amount.extend({
  id: z.string(),
  number: z.string().nullable(),
  dateUtc: Instant,
  status: z.enum(['paid', 'open', 'void', 'uncollectible']),
  /** pages of the payment provider; null if it has none */
  pageUrl: z.string().nullable(),
  pdfUrl: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

export const PlanPrice = Amount.extend({ plan: z.enum(ACCOUNT_TYPES), interval: z.enum(['month', 'year']) })
export type PlanPrice = z.infer<typeof PlanPrice>

/**
 * Whether plans can be paid by card: `notUsed` if another source bills the account, `notSetUp` if this installation has
 * no payment provider, `unavailable` while the provider does not respond (then without prices and invoices).
 */
const CARD_PAYMENTS = ['ready', 'notUsed', 'notSetUp', 'unavailable'] as const

export const Billing = z.object({
  plan: z.enum(ACCOUNT_TYPES),
  source: z.enum(BILLING_SOURCES),
  state: z.enum(PLAN_STATES),
  trialEndsUtc: Instant.nullable(),
  trialDaysLeft: z.number().int().nullable(),
  /** when changes are or were blocked from; null if no end is set */
  changesEndUtc: Instant.nullable(),
  cardPayment: z.enum(CARD_PAYMENTS),
  /** a subscription is paid by card, so the plan is changed on the provider's pages */
  hasSubscription: z.boolean(),
  /** end of the paid period */
  periodEndsUtc: Instant.nullable(),
  /** when the subscription ends; null: it renews */
  cancelsUtc: Instant.nullable(),
  nextInvoice: Amount.extend({ dateUtc: Instant }).nullable(),
  prices: z.array(PlanPrice),
  /** newest first */
  invoices: z.array(Invoice),
  /** of the marketplace billing the account */
  marketplace: z.object({ subscriptionId: z.string(), manageUrl: z.string() }).nullable(),
})
export type Billing = z.infer<typeof Billing>

const Forward = z.object({ url: z.string() })

const CHECKOUT_RESULTS = ['paid', 'pending', 'notPaid'] as const
export const CheckoutResult = z.object({ result: z.enum(CHECKOUT_RESULTS), plan: z.enum(ACCOUNT_TYPES) })
export type CheckoutResult = z.infer<typeof CheckoutResult>

const access = 'billing' as const

export const billing = {
  get: endpoint('GET /billing', 'Plan, payments, and invoices', { access, callsOut: true }).output(Billing),
  checkout: endpoint('POST /billing/checkout', 'Start a card checkout for a plan; returns its URL', {
    access,
    callsOut: true,
    audit: { area: 'billing', label: 'Started checkout' },
    sample: { body: { plan: 'Estate' } },
  })
    .input(z.object({ plan: z.enum(CHECKOUT_PLANS) }))
    .output(Forward),
  portal: endpoint('POST /billing/portal', 'Returns the URL where plan, card, and cancellation are managed', {
    access,
    callsOut: true,
    audit: { area: 'billing', label: 'Opened the billing portal' },
  }).output(Forward),
  /** asks the provider, because the return URL proves nothing */
  confirm: endpoint('POST /billing/stripe/confirm', 'Status of a payment', {
    access,
    callsOut: true,
    audit: { area: 'billing', label: 'Returned from checkout' },
    sample: { body: { sessionId: 'cs_test_1' } },
  })
    .input(
      z.object({
        sessionId: z
          .string()
          .min(1)
          .regex(/^cs_\w{1,250}$/, 'This isn’t a payment'),
      }),
    )
    .output(CheckoutResult),
  webhook: endpoint('POST /billing/stripe/webhook', 'Receives events of the payment provider', {
    access: 'public',
    transport: 'raw',
  }),
}
