import type { Billing } from '#contract/billing.ts'
import { Failure } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { presentBilling } from './billing.present.ts'
import { type BillingRow, findBilling } from './billing.repo.ts'
import { refreshBilling } from './refresh-billing.usecases.ts'
import type { CardPayments, Statement } from './stripe/card-payments.ts'

/**
 * The account's plan and payments. Refreshes them from the payment provider first, so that users returning from its pages
 * see their changes. While the provider is unavailable, shows the stored state and says so.
 */
export const readBilling = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'mailer' | 'cardPayments' | 'publicUrl'>,
  accountId: number,
): Promise<Billing> => {
  const now = deps.clock.now()
  const known = await findBilling(deps.db, accountId)
  const { cardPayments } = deps
  if (known.source !== 'Stripe') return presentBilling(known, { cardPayment: 'notUsed', statement: null, now })
  if (!cardPayments) return presentBilling(known, { cardPayment: 'notSetUp', statement: null, now })
  const statement = await ifAvailable(() => readStatement(deps, cardPayments, known))
  const cardPayment = statement ? 'ready' : 'unavailable'
  return presentBilling(await findBilling(deps.db, accountId), { cardPayment, statement, now })
}

const readStatement = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'mailer' | 'cardPayments' | 'publicUrl'>,
  payments: CardPayments,
  { accountId, customerId }: BillingRow,
) => {
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
