import type { Invoice, PlanPrice } from '#contract/billing.ts'
import type { AccountType } from '#domain/account-type.ts'
import type { CheckoutPlan } from '#domain/plan.ts'

/** A subscription as the provider has it at this moment. */
export interface SubscriptionNow {
  readonly id: string
  /** `pastDue`: a payment failed and is tried again */
  readonly standing: 'paid' | 'pastDue' | 'ended'
  /** null: its price stands for no plan of ours */
  readonly plan: AccountType | null
  readonly periodEndsAt: Date | null
  readonly cancelsAt: Date | null
  readonly endedAt: Date | null
}

export interface Checkout {
  readonly customerId: string | null
  /** the account that it was opened for */
  readonly accountId: string | null
  readonly result: 'paid' | 'pending' | 'notPaid'
}

export interface PaymentEvent {
  readonly id: string
  /** null: it is about nobody's payments */
  readonly customerId: string | null
}

/** What a customer paid and will pay; amounts in major units. */
export interface Statement {
  readonly prices: readonly PlanPrice[]
  /** newest first */
  readonly invoices: readonly Invoice[]
  readonly nextInvoice: { readonly amount: number; readonly currency: string } | null
}

interface CheckoutRequest {
  readonly customerId: string
  readonly accountId: number
  readonly plan: CheckoutPlan
  /** the provider puts the session's id in place of `{CHECKOUT_SESSION_ID}` */
  readonly successUrl: string
  readonly cancelUrl: string
}

interface Delivery {
  /** as it arrived */
  readonly payload: Buffer
  readonly signature: string
  /** epoch milliseconds */
  readonly now: number
}

/**
 * The payment provider. Each call fails with `billing.unavailable` when it does not answer, or not as it should; asking again
 * is safe, since a repeated question opens nothing twice.
 */
export interface CardPayments {
  /** Errors: `billing.event_refused` for a wrong signature, or one that is more than 5 minutes old or ahead. */
  readEvent(delivery: Delivery): PaymentEvent
  /** The id of a new customer. */
  makeCustomer(account: { accountId: number; name: string; email: string }): Promise<string>
  /** The page where a plan is paid for. */
  openCheckout(request: CheckoutRequest): Promise<string>
  /** Nobody can pay on a page that is still open. */
  closeCheckouts(customerId: string): Promise<void>
  /** The page where card, plan and cancellation are managed. */
  openPortal(request: { customerId: string; returnUrl: string }): Promise<string>
  /** null: there is no such session */
  readCheckout(sessionId: string): Promise<Checkout | null>
  /** The one subscription that counts; null: there never was one that was paid. */
  subscriptionOf(customerId: string): Promise<SubscriptionNow | null>
  statementOf(customerId: string | null, subscriptionId: string | null): Promise<Statement>
  /**
   * Lets what is paid for end with its time because the account is deleted, or go on because it was restored. What people
   * cancelled themselves stays as it is.
   */
  setDeletion(customerId: string, isDeleted: boolean): Promise<void>
  /** Ends what is paid for, at once. */
  endSubscriptions(customerId: string): Promise<void>
}
