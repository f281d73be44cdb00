import type { Billing, Invoice, PlanPrice } from '#contract/billing.ts'
import type { AccountType } from '#domain/account-type.ts'
import { CHECKOUT_PLANS, type CheckoutPlan } from '#domain/plan.ts'

/** How dates and amounts are read. */
export interface Reading {
  readonly culture: string | undefined
  readonly timeZone: string | undefined
}

/** `Jul 17, 2026`, in the account's zone. */
export const dayText = (instant: string, { culture, timeZone }: Reading): string =>
  new Intl.DateTimeFormat(culture, { dateStyle: 'medium', timeZone }).format(Date.parse(instant))

interface Money {
  /** major units */
  readonly amount: number
  readonly currency: string
}

/** Cents are left out where there are none, as prices are written. */
export const priceText = ({ amount, currency }: Money, { culture }: Reading): string =>
  new Intl.NumberFormat(culture, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(amount)

export const amountText = ({ amount, currency }: Money, { culture }: Reading): string =>
  new Intl.NumberFormat(culture, { style: 'currency', currency }).format(amount)

export const priceOf = (plan: AccountType, { prices }: Billing): PlanPrice | null =>
  prices.find((price) => price.plan === plan) ?? null

/** What can be done about a plan where it is offered. */
export type PlanAction =
  | { readonly kind: 'choose'; readonly plan: CheckoutPlan }
  | { readonly kind: 'change' | 'contact' | 'current' | 'none' }

const isPaidFor = ({ source, hasSubscription, state }: Billing): boolean =>
  source === 'Stripe' ? hasSubscription : state !== 'trial' && state !== 'trialOver'

/** Whether the account is on this plan and pays for it, rather than trying it out. */
export const isOwnPlan = (plan: AccountType, billing: Billing): boolean => plan === billing.plan && isPaidFor(billing)

export const planAction = (plan: AccountType, billing: Billing): PlanAction => {
  if (isOwnPlan(plan, billing)) return { kind: 'current' }
  const sold = CHECKOUT_PLANS.find((known) => known === plan)
  if (billing.source === 'Microsoft') return { kind: 'none' }
  if (billing.source === 'Direct' || !sold || billing.cardPayment === 'notSetUp') return { kind: 'contact' }
  return billing.hasSubscription ? { kind: 'change' } : { kind: 'choose', plan: sold }
}

export const trialText = (daysLeft: number): string => {
  if (daysLeft === 0) return 'Your trial has ended'
  return daysLeft === 1 ? 'Your trial ends within a day' : `Your trial ends in ${daysLeft} days`
}

const INVOICE_STATES: Readonly<Record<Invoice['status'], string>> = {
  paid: 'Paid',
  open: 'Due',
  void: 'Void',
  uncollectible: 'Unpaid',
}

export const invoiceState = (status: Invoice['status']): string => INVOICE_STATES[status]
