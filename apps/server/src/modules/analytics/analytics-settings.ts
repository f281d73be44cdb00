import { currencyExponent } from '#domain/money.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { CATALOG_VERSION } from '#semantic/catalog/catalog.ts'
import { changedDefinitions, type Definitions, readDefinitions } from '#semantic/definitions/definitions.ts'
import type { Deps } from '#server/deps.ts'
import type { AccountSettings, Caller } from '#server/http/caller.ts'

/** What of an account decides the meaning of its numbers, at one moment. */
export interface AnalyticsSettings {
  readonly accountId: number
  readonly accountName: string
  readonly logoUrl: string | null
  /** the zone that the rows are in: while they are on their way to another one it is still the old one */
  readonly timeZone: string
  readonly currency: string
  /** minor units in one major unit of the currency */
  readonly minorUnits: number
  readonly calendar: RangeCalendar
  readonly definitions: Definitions
  /** names everything but the rows that an answer depends on; part of every cache key */
  readonly definitionsVersion: string
}

/** Catalog, settings, and what was chosen other than the standard way. */
const versionOf = (account: AccountSettings, definitions: Definitions): string => {
  const { currency, weekStart, fiscalYearStartMonth, visitRulesVersion } = account
  const ways: Readonly<Record<string, string>> = definitions
  const chosen = changedDefinitions(definitions).map(({ id }) => `${id},${ways[id]}`)
  return [CATALOG_VERSION, currency, weekStart, fiscalYearStartMonth, visitRulesVersion, ...chosen.toSorted()].join('.')
}

interface Moment {
  /** epoch milliseconds */
  readonly now: number
  /** IANA name of the zone that the rows are in; left out: the account's, as there are no rows */
  readonly timeZone?: string | undefined
}

/** The settings of an account, with its local day at a moment. */
export const settingsAt = (
  { accountId, account }: Pick<Caller, 'accountId' | 'account'>,
  { now, timeZone = account.timeZone }: Moment,
): AnalyticsSettings => {
  const { currency, weekStart, fiscalYearStartMonth } = account
  const definitions = readDefinitions(account.definitions)
  return {
    accountId,
    accountName: account.name,
    logoUrl: account.logoUrl,
    timeZone,
    currency,
    minorUnits: 10 ** currencyExponent(currency),
    calendar: { today: localDayOf(now, timeZone), weekStart, fiscalYearStartMonth },
    definitions,
    definitionsVersion: versionOf(account, definitions),
  }
}

/** The settings that an account's rows are to be read by now. */
export const analyticsSettings = async (
  { warehouse, clock }: Pick<Deps, 'warehouse' | 'clock'>,
  reader: Pick<Caller, 'accountId' | 'account'>,
): Promise<AnalyticsSettings> => {
  const { timeZone } = await warehouse.status(reader.accountId)
  return settingsAt(reader, { now: clock.now(), timeZone })
}
