import type { Account } from '#contract/account.ts'
import { DAY_MS } from '#domain/clock.ts'
import { settingValues } from './account-settings.ts'
import type { AccountRow } from './accounts.repo.ts'

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
