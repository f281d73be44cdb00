import type { AccountChange } from '#contract/account.ts'
import type { Deps } from '#server/container.ts'
import type { Caller } from '#server/http/caller.ts'
import { type AppliedSettings, applySettings } from '#server/modules/definitions/apply-settings.usecases.ts'
import type { AccountRow } from './accounts.repo.ts'
import { knownLocale } from './locale-settings.ts'

type Change = Omit<AccountChange, 'id'>

const columnsOf = (change: Change): AppliedSettings => {
  const { culture, timeZone, currency } = knownLocale(change)
  return {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(culture === undefined ? {} : { culture, default_culture: culture }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(currency === undefined ? {} : { currency }),
    ...(change.weekStart === undefined ? {} : { week_start: change.weekStart }),
    ...(change.fiscalYearStartMonth === undefined ? {} : { fiscal_year_start_month: change.fiscalYearStartMonth }),
    definitions: change.definitions,
  }
}

/**
 * Changes what is given of the caller's account; what is left out stays.
 *
 * @throws Failure `request.invalid` naming the field
 */
export const saveSettings = (
  deps: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  { accountId }: Pick<Caller, 'accountId'>,
  change: Change,
): Promise<AccountRow> => applySettings(deps, accountId, columnsOf(change))
