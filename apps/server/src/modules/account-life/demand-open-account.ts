import { fail } from '#contract/errors.ts'
import { isPermitted } from '#domain/permission.ts'
import type { Db } from '#server/db/database.ts'
import { deletionDue } from '#server/modules/accounts/account.present.ts'
import { findAccount } from '#server/modules/accounts/accounts.repo.ts'
import { longDay } from '#server/modules/accounts/long-day.ts'
import type { UserRow } from '#server/modules/users/users.repo.ts'

/** Into an account that was deleted only its owners come, who can restore it. Throws `account.deleted`. */
export const demandOpenAccount = async (db: Db, { account_id, roles }: UserRow): Promise<void> => {
  if (isPermitted(roles, 'ownership')) return
  const account = await findAccount(db, account_id)
  const due = account && deletionDue(account)
  if (due) throw fail('account.deleted', { values: { date: longDay(due, account.time_zone) } })
}
