import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/modules/notifications/index.ts'
import { type AppliedState, appliedState } from './applied-state.ts'
import { type BillingRow, findBilling, lockBilling } from './billing.repo.ts'
import { paymentFailedNotice } from './payment-failed.notice.ts'
import type { SubscriptionNow } from './stripe/card-payments.ts'

/**
 * Brings the account to what the payment provider says of its subscription at this moment. Does nothing where no card is
 * charged. Errors: `billing.unavailable`, with nothing changed.
 */
export const refreshBilling = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'mailer' | 'cardPayments' | 'publicUrl'>,
  accountId: number,
): Promise<void> => {
  const { cardPayments } = deps
  if (!cardPayments) return
  await inTransaction(deps.db, async (trx) => {
    await lockBilling(trx, accountId)
    const known = await findBilling(trx, accountId)
    if (known.source !== 'Stripe' || known.customerId === null) return
    const subscription = await cardPayments.subscriptionOf(known.customerId)
    if (!subscription) return
    const state = appliedState(known, subscription, new Date(deps.clock.now()))
    if (!state) return
    warnOfForeignPrice(deps, known, subscription)
    await apply({ ...deps, db: trx }, accountId, state)
    if (subscription.id !== known.subscriptionId && subscription.standing !== 'ended') {
      await cardPayments.closeCheckouts(known.customerId)
    }
  })
}

const warnOfForeignPrice = (
  { log }: Pick<Deps, 'log'>,
  { accountId }: BillingRow,
  { id, plan }: SubscriptionNow,
): void => {
  if (plan === null) log.warn({ accountId, subscription: id }, 'the price of a subscription stands for no plan')
}

const apply = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db' | 'mailer' | 'publicUrl'>,
  accountId: number,
  { account, billing }: AppliedState,
): Promise<void> => {
  await deps.db.updateTable('accounts').set(account).where('id', '=', accountId).execute()
  const updated_at = new Date(deps.clock.now())
  await deps.db
    .updateTable('billing')
    .set({ ...billing, updated_at })
    .where('account_id', '=', accountId)
    .execute()
  const { past_due_since: since } = billing
  const { read_only_from: until } = account
  if (since && until) await notify(deps, deps.db, paymentFailedNotice(accountId, { since, until }))
}
