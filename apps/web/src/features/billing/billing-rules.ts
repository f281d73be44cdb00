import type { Billing, CheckoutResult, Invoice, PlanPrice } from '#contract/billing.ts'
import { ACCOUNT_TYPES, type AccountType, CHECKOUT_PLANS, type CheckoutPlan } from '#domain/plan.ts'
import { pagesAddedBy } from '#reports/navigation.ts'

/** Culture and time zone for dates and amounts. */
export interface DisplayLocale {
  readonly culture: string | undefined
  readonly timeZone: string | undefined
}

/** `Jul 17, 2026`, in the account's time zone. */
export const formatDay = (instant: string, { culture, timeZone }: DisplayLocale): string =>
  new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeZone }).format(Date.parse(instant))

interface Money {
  /** major units */
  readonly amount: number
  readonly currency: string
}

/** Omits zero cents. */
export const formatPrice = ({ amount, currency }: Money, { culture }: DisplayLocale): string =>
  new Intl.NumberFormat(culture, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(amount)

export const formatAmount = ({ amount, currency }: Money, { culture }: DisplayLocale): string =>
  new Intl.NumberFormat(culture, { style: 'currency', currency }).format(amount)

export const findPlanPrice = (plan: AccountType, { prices }: Billing): PlanPrice | null =>
  prices.find((price) => price.plan === plan) ?? null

/** The action offered for a plan. */
export type PlanAction =
  | { readonly kind: 'choose'; readonly plan: CheckoutPlan }
  | { readonly kind: 'change' | 'contact' | 'current' | 'none' }

const isPaidFor = ({ source, hasSubscription, state }: Billing): boolean =>
  source === 'Stripe' ? hasSubscription : state !== 'trial' && state !== 'trialOver'

/** Whether the account pays for this plan, as opposed to a trial. */
export const isOwnPlan = (plan: AccountType, billing: Billing): boolean => plan === billing.plan && isPaidFor(billing)

export const planAction = (plan: AccountType, billing: Billing): PlanAction => {
  if (isOwnPlan(plan, billing)) return { kind: 'current' }
  const sold = CHECKOUT_PLANS.find((known) => known === plan)
  if (billing.source === 'Microsoft') return { kind: 'none' }
  if (billing.source === 'Direct' || !sold || billing.cardPayment === 'notSetUp') return { kind: 'contact' }
  return billing.hasSubscription ? { kind: 'change' } : { kind: 'choose', plan: sold }
}

/** The lowest plan with all pages of this one: what a trial of it leads to. */
export const lowestPlanWithPages = (plan: AccountType): AccountType => {
  const lower = ACCOUNT_TYPES[ACCOUNT_TYPES.indexOf(plan) - 1]
  return lower !== undefined && pagesAddedBy(plan).length === 0 ? lowestPlanWithPages(lower) : plan
}

/** When a trial ends. */
export const trialText = (daysLeft: number): string => (daysLeft <= 1 ? 'within a day' : `in ${daysLeft} days`)

const INVOICE_STATUS_LABELS: Readonly<Record<Invoice['status'], string>> = {
  paid: 'Paid',
  open: 'Due',
  void: 'Void',
  uncollectible: 'Unpaid',
}

export const invoiceStatusLabel = (status: Invoice['status']): string => INVOICE_STATUS_LABELS[status]

/** Interval and limit of polling a pending payment. */
export const POLLING = { everyMs: 2_000, most: 15 } as const

/** Whether a URL parameter has the format of a payment id; the API checks whose it is. */
export const isPaymentId = (value: unknown): value is string =>
  typeof value === 'string' && /^cs_\w{1,250}$/.test(value)

/** @param answers how many answers there have been */
export const shouldPoll = (last: CheckoutResult | undefined, answers: number): boolean =>
  last?.result === 'pending' && answers < POLLING.most
