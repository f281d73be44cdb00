import { hash } from 'node:crypto'
import { RESULT_SETTING_IDS } from '#contract/account-settings.ts'
import { findCollation } from '#domain/collation.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import { isSameTimeZone } from '#domain/locale.ts'
import { currencyExponent } from '#domain/money.ts'
import type { OwnCode } from '#domain/own-codes.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import type { PromisedUnits } from '#domain/stock-promises.ts'
import { CATALOG_VERSION } from '#semantic/catalog/catalog.ts'
import { changedDefinitions, type Definitions, readDefinitions } from '#semantic/definitions/definitions.ts'
import type { Deps } from '#server/deps.ts'
import type { AccountSettings, Caller } from '#server/http/caller.ts'

/** The account settings that decide what its numbers mean, at one point in time. */
export interface AnalyticsSettings {
  readonly accountId: number
  readonly accountName: string
  readonly logoUrl: string | null
  /** time zone of the stored rows; still the previous one while they are being rebuilt for another */
  readonly timeZone: string
  readonly currency: string
  /** minor units in one major unit of the currency */
  readonly minorUnits: number
  readonly calendar: RangeCalendar
  /** ICU collation that names sort by */
  readonly collation: string
  readonly definitions: Definitions
  /** the account's own columns */
  readonly customFields: readonly CustomField[]
  /** the account's own channels, order types, fulfillment statuses and item types */
  readonly ownCodes: readonly OwnCode[]
  /** what the account has promised of its products */
  readonly promises: readonly PromisedUnits[]
  /** identifies everything except the rows that a result depends on; part of every cache key */
  readonly definitionsVersion: string
  /** the reader is not signed in: queries that name people fail with `widget.personal_data` */
  readonly refusesPersonalData?: true
}

/** Catalog version, settings, the definitions that differ from the standard, and hashes of the custom fields, own codes and promises. */
const formatDefinitionsVersion = (account: AccountSettings, definitions: Definitions): string => {
  const settings = RESULT_SETTING_IDS.map((id) => account[id])
  const ways: Readonly<Record<string, string>> = definitions
  const chosen = changedDefinitions(definitions).map(({ id }) => `${id},${ways[id]}`)
  const own = [account.customFields, account.ownCodes, account.stockPromises].flatMap((list) =>
    list.length === 0 ? [] : [hash('sha1', JSON.stringify(list), 'base64url')],
  )
  return [CATALOG_VERSION, ...settings, account.visitRulesVersion, ...chosen.toSorted(), ...own].join('.')
}

type Meaning = Pick<AnalyticsSettings, 'definitions' | 'definitionsVersion'>

// An account's settings are the same object until they change, and this is asked on every request.
const meanings = new WeakMap<AccountSettings, Meaning>()

const meaningOf = (account: AccountSettings): Meaning => {
  const known = meanings.get(account)
  if (known) return known
  const definitions = readDefinitions(account.definitions)
  const meaning = { definitions, definitionsVersion: formatDefinitionsVersion(account, definitions) }
  meanings.set(account, meaning)
  return meaning
}

interface DataTime {
  /** epoch milliseconds */
  readonly now: number
  /** IANA name of the time zone of the stored rows; default: the account's, when there are no rows */
  readonly timeZone?: string | undefined
}

/** The settings of an account, with its local day at the given time. */
export const resolveAnalyticsSettings = (
  { accountId, account }: Pick<Caller, 'accountId' | 'account'>,
  { now, timeZone: zoneOfRows = account.timeZone }: DataTime,
): AnalyticsSettings => {
  const timeZone = isSameTimeZone(zoneOfRows, account.timeZone) ? account.timeZone : zoneOfRows
  const { currency, weekStart, fiscalYearStartMonth } = account
  return {
    accountId,
    accountName: account.name,
    logoUrl: account.logoUrl,
    timeZone,
    currency,
    minorUnits: 10 ** currencyExponent(currency),
    calendar: { today: localDayOf(now, timeZone), weekStart, fiscalYearStartMonth },
    collation: findCollation(account.culture),
    customFields: account.customFields,
    ownCodes: account.ownCodes,
    promises: account.stockPromises,
    ...meaningOf(account),
  }
}

/** The settings for reading an account's rows now. */
export const loadAnalyticsSettings = async (
  { warehouse, clock }: Deps,
  reader: Pick<Caller, 'accountId' | 'account'>,
): Promise<AnalyticsSettings> => {
  const { timeZone } = await warehouse.status(reader.accountId)
  return resolveAnalyticsSettings(reader, { now: clock.now(), timeZone })
}
