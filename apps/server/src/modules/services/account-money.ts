import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { findAccount } from '#server/modules/accounts/accounts.repo.ts'

/** What of the account decides how its files are read. */
export const accountMoney = async (
  { db }: Pick<Deps, 'db'>,
  accountId: number,
): Promise<{ currency: string; timeZone: string }> => {
  const account = await findAccount(db, accountId)
  if (!account) throw fail('account.not_found')
  return { currency: account.currency, timeZone: account.time_zone }
}
