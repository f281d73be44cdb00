import type { CheckoutResult } from '#contract/billing.ts'
import { fail } from '#contract/errors.ts'
import type { CheckoutPlan } from '#domain/plan.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type BillingRow, findBilling, storeCustomer } from './billing.repo.ts'
import { refreshBilling } from './refresh-billing.usecases.ts'
import type { CardPayments } from './stripe/card-payments.ts'

interface Payer {
  readonly payments: CardPayments
  readonly billing: BillingRow
}

const getPayer = async ({ db, cardPayments }: Deps, { accountId }: Caller): Promise<Payer> => {
  const billing = await findBilling(db, accountId)
  if (billing.source !== 'Stripe') throw fail('billing.managed_elsewhere')
  if (!cardPayments) throw fail('billing.not_set_up')
  return { payments: cardPayments, billing }
}

const getOrCreateCustomer = async (deps: Deps, { email }: Caller, { payments, billing }: Payer): Promise<string> => {
  const { customerId, accountId, name } = billing
  if (customerId !== null) return customerId
  const made = await payments.makeCustomer({ accountId, name, email })
  return storeCustomer(deps.db, accountId, { customerId: made, at: new Date(deps.clock.now()) })
}

/**
 * Opens the provider's checkout page without changing anything here. Errors: `billing.managed_elsewhere`, `billing.not_set_up`,
 * `billing.has_subscription`, `billing.unavailable`.
 */
export const openCheckout = async (deps: Deps, caller: Caller, plan: CheckoutPlan): Promise<string> => {
  const payer = await getPayer(deps, caller)
  const customerId = await getOrCreateCustomer(deps, caller, payer)
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

/** Opens the provider's portal. Errors: those of `openCheckout`, and `billing.no_customer`. */
export const openPortal = async (deps: Deps, caller: Caller): Promise<string> => {
  const { payments, billing } = await getPayer(deps, caller)
  if (billing.customerId === null) throw fail('billing.no_customer')
  return payments.openPortal({ customerId: billing.customerId, returnUrl: `${deps.publicUrl}/billing` })
}

/**
 * The result of a payment, which is applied if it was made. The session must belong to the account and be paid according to
 * the provider. Errors: those of `openCheckout`, and `billing.payment_not_found`.
 */
export const confirmPayment = async (deps: Deps, caller: Caller, sessionId: string): Promise<CheckoutResult> => {
  const { payments, billing } = await getPayer(deps, caller)
  const checkout = billing.customerId === null ? null : await payments.readCheckout(sessionId)
  const isOwn = checkout?.customerId === billing.customerId && checkout?.accountId === String(caller.accountId)
  if (!checkout || !isOwn) throw fail('billing.payment_not_found')
  if (checkout.result === 'paid') await refreshBilling(deps, caller.accountId)
  const { plan, subscriptionId } = await findBilling(deps.db, caller.accountId)
  return { plan, result: checkout.result === 'paid' && subscriptionId === null ? 'pending' : checkout.result }
}
