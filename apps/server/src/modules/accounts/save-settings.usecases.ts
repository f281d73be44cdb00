import type { AccountChange } from '#contract/account.ts'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/container.ts'
import type { Caller } from '#server/http/caller.ts'
import { type AccountRow, type SettingsChange, updateAccount } from './accounts.repo.ts'
import { knownLocale } from './locale-settings.ts'

const columnsOf = (change: Omit<AccountChange, 'id'>): SettingsChange => {
  const { culture, timeZone, currency } = knownLocale(change)
  return {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(culture === undefined ? {} : { culture, default_culture: culture }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(currency === undefined ? {} : { currency }),
    ...(change.weekStart === undefined ? {} : { week_start: change.weekStart }),
    ...(change.fiscalYearStartMonth === undefined ? {} : { fiscal_year_start_month: change.fiscalYearStartMonth }),
  }
}

/**
 * Changes what is given of the caller's account; what is left out stays.
 *
 * @throws Failure `request.invalid` naming the field
 */
export const saveSettings = async (
  deps: Pick<Deps, 'db'>,
  { accountId }: Pick<Caller, 'accountId'>,
  change: Omit<AccountChange, 'id'>,
): Promise<AccountRow> => {
  const account = await updateAccount(deps.db, accountId, columnsOf(change))
  if (!account) throw fail('account.not_found')
  return account
}
