import type { Billing } from '#contract/billing.ts'
import { changesEndAt, planState } from '#domain/plan.ts'
import { trialDaysLeft } from '#server/modules/accounts/index.ts'
import type { BillingRow } from './billing.repo.ts'
import type { Statement } from './stripe/card-payments.ts'

/** Where marketplace purchases are managed. */
const MARKETPLACE_URL = 'https://portal.azure.com/#browse/Microsoft.SaaS%2Fresources'

const NOTHING: Statement = { prices: [], invoices: [], nextInvoice: null }

interface Shown {
  readonly cardPayment: Billing['cardPayment']
  /** null: not requested or unavailable */
  readonly statement: Statement | null
  /** epoch milliseconds */
  readonly now: number
}

const getNextInvoice = ({ periodEndsAt, cancelsAt }: BillingRow, { nextInvoice }: Statement): Billing['nextInvoice'] =>
  nextInvoice && periodEndsAt && !cancelsAt ? { ...nextInvoice, dateUtc: periodEndsAt.toISOString() } : null

const getMarketplace = ({ source, marketplaceSubscriptionId }: BillingRow): Billing['marketplace'] =>
  source === 'Microsoft' && marketplaceSubscriptionId !== null
    ? { subscriptionId: marketplaceSubscriptionId, manageUrl: MARKETPLACE_URL }
    : null

export const presentBilling = (row: BillingRow, { cardPayment, statement, now }: Shown): Billing => {
  const { prices, invoices, nextInvoice } = statement ?? NOTHING
  return {
    plan: row.plan,
    source: row.source,
    state: planState(row, now),
    trialEndsUtc: row.isTrial ? (row.trialExpiresAt?.toISOString() ?? null) : null,
    trialDaysLeft: trialDaysLeft({ is_trial: row.isTrial, trial_expires_at: row.trialExpiresAt }, now),
    changesEndUtc: changesEndAt(row)?.toISOString() ?? null,
    cardPayment,
    hasSubscription: row.source === 'Stripe' && row.subscriptionId !== null,
    periodEndsUtc: row.periodEndsAt?.toISOString() ?? null,
    cancelsUtc: row.cancelsAt?.toISOString() ?? null,
    nextInvoice: getNextInvoice(row, { prices, invoices, nextInvoice }),
    prices: [...prices],
    invoices: [...invoices],
    marketplace: getMarketplace(row),
  }
}
