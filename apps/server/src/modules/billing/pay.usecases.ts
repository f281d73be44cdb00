import type { CheckoutResult } from '#contract/billing.ts'
import { fail } from '#contract/errors.ts'
import type { CheckoutPlan } from '#domain/plan.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type BillingRow, findBilling, keepCustomer } from './billing.repo.ts'
import { refreshBilling } from './refresh-billing.usecases.ts'
import type { CardPayments } from './stripe/card-payments.ts'

interface Payer {
  readonly payments: CardPayments
  readonly billing: BillingRow
}

const payerOf = async (
  { db, cardPayments }: Pick<Deps, 'db' | 'cardPayments'>,
  { accountId }: Caller,
): Promise<Payer> => {
  const billing = await findBilling(db, accountId)
  if (billing.source !== 'Stripe') throw fail('billing.managed_elsewhere')
  if (!cardPayments) throw fail('billing.not_set_up')
  return { payments: cardPayments, billing }
}

const customerOf = async (
  deps: Pick<Deps, 'clock' | 'db'>,
  { email }: Caller,
  { payments, billing }: Payer,
): Promise<string> => {
  const { customerId, accountId, name } = billing
  if (customerId !== null) return customerId
  const made = await payments.makeCustomer({ accountId, name, email })
  return keepCustomer(deps.db, accountId, { customerId: made, at: new Date(deps.clock.now()) })
}

/**
 * The page where the plan is paid for; nothing here changes by it. Errors: `billing.managed_elsewhere`, `billing.not_set_up`,
 * `billing.has_subscription`, `billing.unavailable`.
 */
export const openCheckout = async (
  deps: Pick<Deps, 'clock' | 'db' | 'cardPayments' | 'publicUrl'>,
  caller: Caller,
  plan: CheckoutPlan,
): Promise<string> => {
  const payer = await payerOf(deps, caller)
  const customerId = await customerOf(deps, caller, payer)
  const subscription = await payer.payments.subscriptionOf(customerId)
  if (subscription && subscription.standing !== 'ended') throw fail('billing.has_subscription')
  return payer.payments.openCheckout({
    customerId,
    accountId: caller.accountId,
    plan,
    successUrl: `${deps.publicUrl}/billing/stripe/return?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${deps.publicUrl}/billing?checkout=cancelled`,
  })
}

/** Errors: as above, and `billing.no_customer`. */
export const openPortal = async (
  deps: Pick<Deps, 'db' | 'cardPayments' | 'publicUrl'>,
  caller: Caller,
): Promise<string> => {
  const { payments, billing } = await payerOf(deps, caller)
  if (billing.customerId === null) throw fail('billing.no_customer')
  return payments.openPortal({ customerId: billing.customerId, returnUrl: `${deps.publicUrl}/billing` })
}

/**
 * What became of a payment, and its effect if it was made. The session must be the account's own and the provider must say
 * that it is paid. Errors: as above, and `billing.payment_not_found`.
 */
export const confirmPayment = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'mailer' | 'cardPayments' | 'publicUrl'>,
  caller: Caller,
  sessionId: string,
): Promise<CheckoutResult> => {
  const { payments, billing } = await payerOf(deps, caller)
  const checkout = billing.customerId === null ? null : await payments.readCheckout(sessionId)
  const isOwn = checkout?.customerId === billing.customerId && checkout?.accountId === String(caller.accountId)
  if (!checkout || !isOwn) throw fail('billing.payment_not_found')
  if (checkout.result === 'paid') await refreshBilling(deps, caller.accountId)
  const { plan, subscriptionId } = await findBilling(deps.db, caller.accountId)
  return { plan, result: checkout.result === 'paid' && subscriptionId === null ? 'pending' : checkout.result }
}
