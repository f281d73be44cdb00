import type { AccountType } from '#domain/account-type.ts'
import type { Db } from '#server/db/database.ts'
import type { AccountSettings } from '#server/http/caller.ts'
import { SETTINGS_COLUMNS, toAccountSettings } from '#server/modules/accounts/index.ts'

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
    .select([...SETTINGS_COLUMNS, 'account_type', 'location'])
    .executeTakeFirst()
  if (!row) return undefined
  const { location, account_type: accountType } = row
  const account = toAccountSettings(row)
  const country = location.country ?? (account.currency === 'USD' ? 'US' : null)
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
