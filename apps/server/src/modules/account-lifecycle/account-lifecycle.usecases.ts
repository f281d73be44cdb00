import { sql } from 'kysely'
import { assertFound, fail } from '#contract/errors.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import {
  type AccountRow,
  deletionDueDate,
  formatLongDate,
  lockAccount,
  updateAccount,
} from '#server/modules/accounts/index.ts'
import { verifyCurrentPassword } from '#server/modules/auth/index.ts'
import { type NewNotification, notify } from '#server/modules/notifications/index.ts'
import { findUser, fullName, type UserRow } from '#server/modules/users/index.ts'
import { defineEvent } from '#server/platform/events.ts'

interface AccountKey {
  readonly accountId: number
}

/** The deletion can be undone for 30 days, so subscribers change only what can be restored. */
export const accountDeleted = defineEvent<AccountKey>('account.deleted')

export const accountRestored = defineEvent<AccountKey>('account.restored')

/** Published before an account's rows are deleted; published again when the purge failed. */
export const accountPurging = defineEvent<AccountKey>('account.purging')

/** To the administrators, in the app and by email. */
const deletionNotification = (account: AccountRow, owner: UserRow): NewNotification => {
  const due = deletionDueDate(account)
  const until = due ? formatLongDate(due, account.time_zone) : ''
  return {
    accountId: account.id,
    kind: 'accountDeletion',
    to: 'administrators',
    subject: `${account.name} is scheduled for deletion`,
    paragraphs: [
      `${fullName(owner)} deleted the ${account.name} account. Only owners can sign in now, syncing is paused, and scheduled reports aren’t sent.`,
      `An owner can restore it with all of its data until ${until}. After that, all of its data is permanently deleted.`,
    ],
    link: { label: 'Restore account', path: '/admin/settings' },
  }
}

const restoreNotification = (account: AccountRow, owner: UserRow): NewNotification => ({
  accountId: account.id,
  kind: 'accountDeletion',
  to: 'administrators',
  subject: `${account.name} was restored`,
  paragraphs: [
    `${fullName(owner)} restored the ${account.name} account. Everyone can sign in again, and syncing and scheduled reports have resumed.`,
  ],
  link: { label: 'Open Cuvee', path: '/' },
})

/** Ends the sessions of all users except the owners. */
const deleteNonOwnerSessions = async (db: Db, accountId: number): Promise<void> => {
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

/** Requests cancellation of the account's open service runs; their workers notice within a second. */
const cancelOpenRuns = async (db: Db, accountId: number, now: Date): Promise<void> => {
  await db
    .updateTable('service_runs')
    .set({ cancel_requested_at: now })
    .where('account_id', '=', accountId)
    .where('status', 'in', ['queued', 'running'])
    .execute()
}

/**
 * Marks the account as deleted: syncing stops, only owners can sign in, and the purge deletes it 30 days later. Idempotent:
 * the 30 days count from the first deletion.
 *
 * @throws Failure `auth.wrong_current_password`, `request.too_many` after ten wrong passwords
 */
export const deleteAccount = async (deps: Deps, call: CallInfo, caller: Caller, password: string): Promise<void> => {
  const proof = { password, field: 'password', failureAction: 'account.remove_refused' } as const
  const owner = await verifyCurrentPassword(deps, call, caller, proof)
  const now = new Date(deps.clock.now())
  await inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, caller.accountId)
    if (!account || account.deleted_at !== null) return
    await updateAccount(trx, account.id, { deleted_at: now })
    await deleteNonOwnerSessions(trx, account.id)
    await cancelOpenRuns(trx, account.id, now)
    await notify(deps, trx, deletionNotification({ ...account, deleted_at: now }, owner))
    await deps.events.publish(trx, accountDeleted, { accountId: account.id })
  })
}

/**
 * Undoes the deletion; does nothing when the account is not deleted.
 *
 * @throws Failure `account.not_found` after the grace period
 */
export const restoreAccount = async (deps: Deps, { accountId, userId }: Caller): Promise<AccountRow> =>
  inTransaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, accountId)
    const due = account && deletionDueDate(account)
    if (!account || (due && due.getTime() <= deps.clock.now())) throw fail('account.not_found')
    if (account.deleted_at === null) return account
    const owner = assertFound(await findUser(trx, { accountId, userId }), 'user.not_found')
    await notify(deps, trx, restoreNotification(account, owner))
    await deps.events.publish(trx, accountRestored, { accountId })
    return (await updateAccount(trx, accountId, { deleted_at: null })) ?? account
  })
