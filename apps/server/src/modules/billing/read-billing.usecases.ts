import type { Billing } from '#contract/billing.ts'
import { assertFound, Failure } from '#contract/errors.ts'
import { changesEndAt, planState } from '#domain/plan.ts'
import type { Deps } from '#server/deps.ts'
import { trialDaysLeft } from '#server/modules/accounts/index.ts'
import { type BillingRow, findAccountBySubscription, findBilling } from './billing.repo.ts'
import { refreshBilling } from './refresh-billing.usecases.ts'
import type { CardPayments, Statement } from './stripe/card-payments.ts'

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

const presentBilling = (row: BillingRow, { cardPayment, statement, now }: Shown): Billing => {
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

/**
 * The account's plan and payments. Refreshes them from the payment provider first, so that users returning from its pages
 * see their changes. While the provider is unavailable, shows the stored state and says so.
 */
export const readBilling = async (deps: Deps, accountId: number): Promise<Billing> => {
  const now = deps.clock.now()
  const known = await findBilling(deps.db, accountId)
  const { cardPayments } = deps
  if (known.source !== 'Stripe') return presentBilling(known, { cardPayment: 'notUsed', statement: null, now })
  if (!cardPayments) return presentBilling(known, { cardPayment: 'notSetUp', statement: null, now })
  const statement = await ifAvailable(() => readStatement(deps, cardPayments, known))
  const cardPayment = statement ? 'ready' : 'unavailable'
  return presentBilling(await findBilling(deps.db, accountId), { cardPayment, statement, now })
}

const readStatement = async (deps: Deps, payments: CardPayments, { accountId, customerId }: BillingRow) => {
  if (customerId === null) return payments.statementOf(null, null)
  await refreshBilling(deps, accountId)
  const { subscriptionId } = await findBilling(deps.db, accountId)
  return payments.statementOf(customerId, subscriptionId)
}

const ifAvailable = async (read: () => Promise<Statement>): Promise<Statement | null> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Failure && error.code === 'billing.unavailable') return null
    throw error
  }
}

/** The caller's account, if the subscription is its own. Errors: `account.not_found`. */
export const readAccountOfSubscription = async ({ db }: Deps, accountId: number, subscriptionId: string) =>
  assertFound(await findAccountBySubscription(db, accountId, subscriptionId), 'account.not_found')
