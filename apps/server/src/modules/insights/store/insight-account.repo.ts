import type { AccountType } from '#domain/account-type.ts'
import type { Db } from '#server/db/database.ts'
import type { AccountSettings } from '#server/http/caller.ts'

export interface InsightAccount {
  readonly accountId: number
  readonly account: AccountSettings
  readonly accountType: AccountType
  readonly culture: string
  /** of holidays; ISO code of two letters */
  readonly country: string | null
}

/** An account as its insights are found for it; undefined when it is deleted. */
export const findInsightAccount = async (db: Db, accountId: number): Promise<InsightAccount | undefined> => {
  const row = await db
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select([
      'name',
      'logo_url_large as logoUrl',
      'time_zone as timeZone',
      'currency',
      'week_start as weekStart',
      'fiscal_year_start_month as fiscalYearStartMonth',
      'definitions',
      'visit_rules_version as visitRulesVersion',
      'account_type as accountType',
      'culture',
      'location',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { location, accountType, culture, ...account } = row
  const country = location.country ?? (account.currency === 'USD' ? 'US' : null)
  return { accountId, account, accountType, culture, country }
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
