import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { Db } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { deletionDue, longDay } from '#server/modules/accounts/account.present.ts'
import { type AccountRow, lockAccount, updateAccount } from '#server/modules/accounts/accounts.repo.ts'
import { provenUser } from '#server/modules/auth/passwords.usecases.ts'
import { type Notice, notify } from '#server/modules/notifications/notify.ts'
import { findUser, type UserRow } from '#server/modules/users/users.repo.ts'
import { accountHooks } from './account-hooks.ts'

const nameOf = ({ first_name, last_name }: UserRow): string => `${first_name} ${last_name}`.trim()

/** To the administrators, in the product and by mail. */
const deletedNotice = (account: AccountRow, owner: UserRow): Notice => {
  const due = deletionDue(account)
  const until = due ? longDay(due, account.time_zone) : ''
  return {
    accountId: account.id,
    kind: 'accountDeletion',
    to: 'administrators',
    subject: `${account.name} is scheduled for deletion`,
    paragraphs: [
      `${nameOf(owner)} deleted the ${account.name} account. Only owners can sign in now, syncing is paused, and scheduled reports aren’t sent.`,
      `An owner can restore it with all of its data until ${until}. After that, all of its data is permanently deleted.`,
    ],
    link: { label: 'Restore account', path: '/admin/settings' },
  }
}

const restoredNotice = (account: AccountRow, owner: UserRow): Notice => ({
  accountId: account.id,
  kind: 'accountDeletion',
  to: 'administrators',
  subject: `${account.name} was restored`,
  paragraphs: [
    `${nameOf(owner)} restored the ${account.name} account. Everyone can sign in again, and syncing and scheduled reports have resumed.`,
  ],
  link: { label: 'Open Cuvee', path: '/' },
})

/** Ends the sessions of everybody in the account but its owners. */
const endOthersSessions = async (db: Db, accountId: number): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('user_id', 'not in', (query) =>
      query
        .selectFrom('users')
        .select('id')
        .where('account_id', '=', accountId)
        .where(sql<boolean>`'AccountOwner' = any(roles)`),
    )
    .execute()
}

/** Asks the open runs of the account's services to stop; their workers notice within a second. */
const cancelOpenRuns = async (db: Db, accountId: number, now: Date): Promise<void> => {
  await db
    .updateTable('service_runs')
    .set({ cancel_requested_at: now })
    .where('account_id', '=', accountId)
    .where('status', 'in', ['queued', 'running'])
    .execute()
}

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
