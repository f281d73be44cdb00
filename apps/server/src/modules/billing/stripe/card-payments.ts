import type { Invoice, PlanPrice } from '#contract/billing.ts'
import type { AccountType, CheckoutPlan } from '#domain/plan.ts'

/** A subscription in its current state at the provider. */
export interface CurrentSubscription {
  readonly id: string
  /** `pastDue`: a payment failed and is retried */
  readonly standing: 'paid' | 'pastDue' | 'ended'
  /** null: its price belongs to no known plan */
  readonly plan: AccountType | null
  readonly periodEndsAt: Date | null
  readonly cancelsAt: Date | null
  readonly endedAt: Date | null
}

export interface Checkout {
  readonly customerId: string | null
  /** the account of the checkout */
  readonly accountId: string | null
  readonly result: 'paid' | 'pending' | 'notPaid'
}

export interface PaymentEvent {
  readonly id: string
  /** null: the event concerns no customer */
  readonly customerId: string | null
}

/** Past and upcoming invoices of a customer; amounts in major units. */
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
  /** the provider replaces `{CHECKOUT_SESSION_ID}` with the session's id */
  readonly successUrl: string
  readonly cancelUrl: string
}

interface Delivery {
  /** raw bytes */
  readonly payload: Buffer
  readonly signature: string
  /** epoch milliseconds */
  readonly now: number
}

/**
 * The payment provider. Each call fails with `billing.unavailable` for a missing or invalid response; retrying is safe, as
 * calls are idempotent.
 */
export interface CardPayments {
  /** Errors: `billing.event_refused` for a wrong signature, or one that is more than 5 minutes old or ahead. */
  readEvent(delivery: Delivery): PaymentEvent
  /** Creates a customer and returns its id. */
  makeCustomer(account: { accountId: number; name: string; email: string }): Promise<string>
  /** The URL of a checkout page for a plan. */
  openCheckout(request: CheckoutRequest): Promise<string>
  /** Closes open checkout pages. */
  closeCheckouts(customerId: string): Promise<void>
  /** The URL of the portal for managing card, plan and cancellation. */
  openPortal(request: { customerId: string; returnUrl: string }): Promise<string>
  /** null: unknown session */
  readCheckout(sessionId: string): Promise<Checkout | null>
  /** The relevant subscription; null: none was ever paid. */
  subscriptionOf(customerId: string): Promise<CurrentSubscription | null>
  statementOf(customerId: string | null, subscriptionId: string | null): Promise<Statement>
  /**
   * Stops renewing subscriptions because the account was deleted, or resumes them because it was restored. Subscriptions
   * that users canceled themselves stay unchanged.
   */
  setDeletion(customerId: string, isDeleted: boolean): Promise<void>
  /** Cancels all subscriptions immediately. */
  endSubscriptions(customerId: string): Promise<void>
}
