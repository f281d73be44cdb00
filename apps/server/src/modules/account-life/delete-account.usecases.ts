import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { deletionDue } from '#server/modules/accounts/account.present.ts'
import { type AccountRow, lockAccount, updateAccount } from '#server/modules/accounts/accounts.repo.ts'
import { provenUser } from '#server/modules/auth/proven-user.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import { findUser } from '#server/modules/users/users.repo.ts'
import { accountHooks } from './account-hooks.ts'
import { cancelOpenRuns, endOthersSessions } from './at-rest.repo.ts'
import { deletedNotice, restoredNotice } from './notices.ts'

/**
 * Marks the account as deleted: it rests, its owners alone can sign in, and 30 days later the purge removes it. Harmless when
 * it is deleted already: the days go on counting from the first time.
 *
 * @throws Failure `auth.wrong_current_password`, `request.too_many` after ten wrong ones
 */
export const deleteAccount = async (deps: Deps, call: CallInfo, caller: Caller, password: string): Promise<void> => {
  const proof = { password, field: 'password', refusedAs: 'account.remove_refused' } as const
  const owner = await provenUser(deps, call, caller, proof)
  const now = new Date(deps.clock.now())
  await inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, caller.accountId)
    if (!account || account.deleted_at !== null) return
    await updateAccount(trx, account.id, { deleted_at: now })
    await endOthersSessions(trx, account.id)
    await cancelOpenRuns(trx, account.id, now)
    await notify(deps, trx, deletedNotice({ ...account, deleted_at: now }, owner))
    for (const hook of accountHooks) await hook.onDeleted?.(deps, trx, account.id)
  })
}

/**
 * Undoes the deletion; harmless when there is none.
 *
 * @throws Failure `account.not_found` when its days are over
 */
export const restoreAccount = async (deps: Deps, { accountId, userId }: Caller): Promise<AccountRow> =>
  inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, accountId)
    const due = account && deletionDue(account)
    if (!account || (due && due.getTime() <= deps.clock.now())) throw fail('account.not_found')
    if (account.deleted_at === null) return account
    const owner = await findUser(trx, { accountId, userId })
    if (!owner) throw fail('user.not_found')
    await notify(deps, trx, restoredNotice(account, owner))
    for (const hook of accountHooks) await hook.onRestored?.(deps, trx, accountId)
    return (await updateAccount(trx, accountId, { deleted_at: null })) ?? account
  })
