import { fail } from '#contract/errors.ts'
import { currencyExponent } from '#domain/money.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { CATALOG_VERSION } from '#semantic/catalog/catalog.ts'
import type { Deps } from '#server/container.ts'
import { findAccount } from '#server/modules/accounts/accounts.repo.ts'

/** What of an account decides the meaning of its numbers, at one moment. */
export interface AnalyticsSettings {
  readonly accountId: number
  readonly accountName: string
  readonly logoUrl: string | null
  readonly timeZone: string
  readonly currency: string
  /** minor units in one major unit of the currency */
  readonly minorUnits: number
  readonly calendar: RangeCalendar
  /** names everything but the rows that an answer depends on; part of every cache key */
  readonly definitionsVersion: string
}

/** Reads the settings with the account's local today. */
export const loadAnalyticsSettings = async (deps: Deps, accountId: number): Promise<AnalyticsSettings> => {
  const account = await findAccount(deps.db, accountId)
  if (!account) throw fail('account.not_found')
  const calendar: RangeCalendar = {
    today: localDayOf(deps.clock.now(), account.time_zone),
    weekStart: account.week_start,
    fiscalYearStartMonth: account.fiscal_year_start_month,
  }
  const definitions = Object.entries(account.definitions).sort(([a], [b]) => (a < b ? -1 : 1))
  const parts = [CATALOG_VERSION, account.currency, calendar.weekStart, calendar.fiscalYearStartMonth, ...definitions]
  return {
    accountId,
    accountName: account.name,
    logoUrl: account.logo_url_large,
    timeZone: account.time_zone,
    currency: account.currency,
    minorUnits: 10 ** currencyExponent(account.currency),
    calendar,
    definitionsVersion: parts.join('.'),
  }
}
