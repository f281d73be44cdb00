import { holidayCountry } from '#domain/locale.ts'
import type { AccountType } from '#domain/plan.ts'
import { type Db, unscoped, updatesAny } from '#server/db/database.ts'
import type { AccountSettings } from '#server/http/caller.ts'
import { SETTINGS_COLUMNS, toAccountSettings } from '#server/modules/accounts/index.ts'

export interface StoredRun {
  readonly data_version: number
  readonly analyzed_at: Date
  readonly analyzed_until: string
  readonly series_count: number
  readonly digest_day: string | null
}

/** The last analysis run of an account; undefined before the first. */
export const lastRun = (db: Db, accountId: number): Promise<StoredRun | undefined> =>
  db
    .selectFrom('insight_runs')
    .select(['data_version', 'analyzed_at', 'analyzed_until', 'series_count', 'digest_day'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export const saveRun = async (db: Db, accountId: number, run: Omit<StoredRun, 'digest_day'>): Promise<void> => {
  await db
    .insertInto('insight_runs')
    .values({ account_id: accountId, ...run })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(run))
    .execute()
}

/** Records that the digest of `day` is sent; false when one was sent since the day `since`, inclusive. */
export const claimDigest = (
  db: Db,
  accountId: number,
  { day, since }: { day: string; since: string },
): Promise<boolean> =>
  updatesAny(
    db
      .updateTable('insight_runs')
      .set({ digest_day: day })
      .where('account_id', '=', accountId)
      .where((row) => row.or([row('digest_day', 'is', null), row('digest_day', '<', since)])),
  )

/** All accounts with data, whenever they were last analyzed. Unscoped, because a scheduled job calls it. */
export const accountsWithData = (db: Db): Promise<{ id: number; timeZone: string; analyzedUntil: string | null }[]> =>
  unscoped(db)
    .selectFrom('accounts')
    .leftJoin('insight_runs', 'insight_runs.account_id', 'accounts.id')
    .where('accounts.deleted_at', 'is', null)
    .where((row) =>
      row.exists(
        row
          .selectFrom('services')
          .select('services.id')
          .whereRef('services.account_id', '=', 'accounts.id')
          .where('services.last_synced_at', 'is not', null),
      ),
    )
    .select(['accounts.id', 'accounts.time_zone as timeZone', 'insight_runs.analyzed_until as analyzedUntil'])
    .execute()

export interface InsightAccount {
  readonly accountId: number
  readonly account: AccountSettings
  readonly accountType: AccountType
  readonly culture: string
  /** country for holidays; two-letter ISO code */
  readonly country: string | null
}

/** The account data for an analysis; undefined when the account is deleted. */
export const findInsightAccount = async (db: Db, accountId: number): Promise<InsightAccount | undefined> => {
  const row = await db
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select([...SETTINGS_COLUMNS, 'account_type', 'location'])
    .executeTakeFirst()
  if (!row) return undefined
  const { location, account_type: accountType } = row
  const account = toAccountSettings(row)
  const country = holidayCountry(location.country, account.currency)
  return { accountId, account, accountType, culture: account.culture, country }
}

/** Services whose rows are in the warehouse, with their names. */
export const servicesWithData = (db: Db, accountId: number): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('services')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('last_synced_at', 'is not', null)
    .orderBy('created_at')
    .execute()
