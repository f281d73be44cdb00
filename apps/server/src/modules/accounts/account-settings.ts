import type { Account } from '#contract/account.ts'
import {
  ACCOUNT_SETTINGS,
  type AccountSettingValues,
  getSetting,
  SETTING_IDS,
  type SettingId,
} from '#contract/account-settings.ts'
import { failFields } from '#contract/errors.ts'
import { DAY_MS } from '#domain/clock.ts'
import type { CustomField } from '#domain/custom-fields.ts'
import type { CodeRules } from '#domain/own-codes.ts'
import { segmentColumn } from '#domain/segments.ts'
import type { StoredOwnCodes } from '#server/db/column-types.ts'
import type { Db } from '#server/db/database.ts'
import type { AccountSettings } from '#server/http/caller.ts'
import type { AccountRow } from './accounts.repo.ts'

type SettingColumn = NonNullable<(typeof ACCOUNT_SETTINGS)[SettingId]['column']>

/** Columns that `toAccountSettings` reads. */
export type SettingsRow = Pick<
  AccountRow,
  | SettingColumn
  | 'settings'
  | 'logo_url_large'
  | 'definitions'
  | 'custom_fields'
  | 'segments'
  | 'own_codes'
  | 'stock_promises'
  | 'visit_rules_version'
>

const isPresent = <T>(value: T | null): value is T => value !== null

export const SETTINGS_COLUMNS: readonly (keyof SettingsRow)[] = [
  // The entries name columns of `accounts`: `SettingsRow` fails to compile otherwise.
  ...(SETTING_IDS.map((id) => getSetting(id).column).filter(isPresent) as SettingColumn[]),
  'settings',
  'logo_url_large',
  'definitions',
  'custom_fields',
  'segments',
  'own_codes',
  'stock_promises',
  'visit_rules_version',
]

const settingValues = (row: SettingsRow): AccountSettingValues => {
  const columns = new Map<string, unknown>(Object.entries(row))
  const values = SETTING_IDS.map((id) => {
    const { column, default: standard } = getSetting(id)
    return [id, (column === null ? row.settings[id] : columns.get(column)) ?? standard]
  })
  // Only validated values are stored.
  return Object.fromEntries(values) as AccountSettingValues
}

/** The settings of an account that queries and reports depend on. */
export const toAccountSettings = (row: SettingsRow): AccountSettings => ({
  ...settingValues(row),
  logoUrl: row.logo_url_large,
  definitions: row.definitions,
  customFields: [...activeCustomFields(row), ...row.segments.map(segmentColumn)],
  ownCodes: row.own_codes.codes,
  stockPromises: row.stock_promises.promises,
  visitRulesVersion: row.visit_rules_version,
})

type GivenSettings = { readonly [Id in SettingId]?: AccountSettingValues[Id] | undefined }

/**
 * The given settings in canonical form, by id; absent settings are omitted.
 *
 * @throws Failure `request.invalid` with an entry per unknown value
 */
export const normalizeSettings = (given: GivenSettings): Partial<AccountSettingValues> => {
  const entries = SETTING_IDS.flatMap((id) => {
    const value = given[id]
    const { normalize } = getSetting(id)
    if (value === undefined) return []
    return [{ id, value: normalize && typeof value === 'string' ? normalize(value) : value }]
  })
  const problems = entries
    .filter(({ value }) => value === null)
    .map(({ id }) => ({ field: id, message: `Unknown ${getSetting(id).auditLabel.toLowerCase()}` }))
  if (problems.length > 0) throw failFields('request.invalid', problems)
  return Object.fromEntries(entries.map(({ id, value }) => [id, value]))
}

export type LocaleSettings = Pick<AccountSettingValues, 'culture' | 'timeZone' | 'currency'>

/** Fills in the default zone and currency. Errors: those of `normalizeSettings`. */
export const withLocaleDefaults = ({
  culture,
  timeZone,
  currency,
}: GivenSettings & { culture: string }): LocaleSettings => {
  const given = normalizeSettings({ culture, timeZone, currency })
  return {
    culture: given.culture ?? culture,
    timeZone: given.timeZone ?? ACCOUNT_SETTINGS.timeZone.default ?? 'UTC',
    currency: given.currency ?? ACCOUNT_SETTINGS.currency.default ?? 'USD',
  }
}

const DELETION_GRACE_DAYS = 30

/** When a deleted account is purged; null: it is not deleted. */
export const deletionDueDate = ({ deleted_at }: Pick<AccountRow, 'deleted_at'>): Date | null =>
  deleted_at === null ? null : new Date(deleted_at.getTime() + DELETION_GRACE_DAYS * DAY_MS)

/** Accounts deleted at or before this time are due for purging at `now`. */
export const purgeCutoff = (now: number): Date => new Date(now - DELETION_GRACE_DAYS * DAY_MS)

export const presentAccount = (row: AccountRow): Account => ({
  id: row.id,
  accountType: row.account_type,
  billingSource: row.billing_source,
  isTrial: row.is_trial,
  trialExpiresUtc: row.trial_expires_at?.toISOString() ?? null,
  ...settingValues(row),
  defaultCulture: row.default_culture,
  logoImageUrlLarge: row.logo_url_large,
  logoImageUrlSmall: row.logo_url_small,
  definitions: row.definitions,
  deletionDueUtc: deletionDueDate(row)?.toISOString() ?? null,
})

/** Days left in the trial, rounded up; 0 after it, null without one. */
export const trialDaysLeft = (row: Pick<AccountRow, 'is_trial' | 'trial_expires_at'>, now: number): number | null => {
  if (!row.is_trial || !row.trial_expires_at) return null
  return Math.max(0, Math.ceil((row.trial_expires_at.getTime() - now) / DAY_MS))
}

/** `December 21, 2026`, as in emails and messages. */
export const formatLongDate = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at)

/** Keys of fields that were deleted. */
export const deletedCustomFieldKeys = ({ custom_fields }: Pick<AccountRow, 'custom_fields'>): readonly string[] =>
  custom_fields.flatMap(({ isDeleted, key }) => (isDeleted ? [key] : []))

/** The account's fields in the order in which they were added. Those that were deleted are stored, so that their keys stay taken. */
export const activeCustomFields = ({ custom_fields }: Pick<AccountRow, 'custom_fields'>): readonly CustomField[] =>
  custom_fields.flatMap(({ isDeleted, ...field }) => (isDeleted ? [] : [field]))

/** The standard codes of the values that have or had an own code. */
export const toCodeRules = ({ version, codes, fallbacks }: StoredOwnCodes): CodeRules => ({
  version,
  codes: [
    ...codes.map(({ list, values, parent }) => ({ list, values, parent })),
    ...fallbacks.map(({ list, value, parent }) => ({ list, values: [value], parent })),
  ],
})

/** The rules that loads of the account follow. */
export const readCodeRules = async (db: Db, accountId: number): Promise<CodeRules> => {
  const row = await db.selectFrom('accounts').where('id', '=', accountId).select('own_codes').executeTakeFirst()
  return row ? toCodeRules(row.own_codes) : { version: 0, codes: [] }
}
