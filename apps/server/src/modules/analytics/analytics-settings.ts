import { currencyExponent } from '#domain/money.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { CATALOG_VERSION } from '#semantic/catalog/catalog.ts'
import type { Caller } from '#server/http/caller.ts'

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

/** The settings of an account, with its local day at `now` (epoch milliseconds). */
export const analyticsSettings = (
  { accountId, account }: Pick<Caller, 'accountId' | 'account'>,
  now: number,
): AnalyticsSettings => {
  const { timeZone, currency, weekStart, fiscalYearStartMonth, visitRulesVersion } = account
  const calendar: RangeCalendar = { today: localDayOf(now, timeZone), weekStart, fiscalYearStartMonth }
  const definitions = Object.entries(account.definitions).sort(([a], [b]) => (a < b ? -1 : 1))
  const parts = [CATALOG_VERSION, currency, weekStart, fiscalYearStartMonth, visitRulesVersion, ...definitions]
  return {
    accountId,
    accountName: account.name,
    logoUrl: account.logoUrl,
    timeZone,
    currency,
    minorUnits: 10 ** currencyExponent(currency),
    calendar,
    definitionsVersion: parts.join('.'),
  }
}
