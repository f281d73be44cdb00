import type { Insertable, Selectable, Updateable } from 'kysely'
import { holidayCountry } from '#domain/locale.ts'
import type { StoredVisitRules } from '#server/db/column-types.ts'
import type { Db } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { VisitRules } from '#warehouse/engine.ts'

export type AccountRow = Selectable<Schema['accounts']>
export type NewAccount = Insertable<Schema['accounts']>

export const insertAccount = (db: Db, account: NewAccount): Promise<AccountRow> =>
  db.insertInto('accounts').values(account).returningAll().executeTakeFirstOrThrow()

export const findAccount = (db: Db, id: number): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()

/** Columns that the account's users can change; plan and billing are excluded. */
export type SettingsChange = Pick<
  Updateable<Schema['accounts']>,
  | 'name'
  | 'culture'
  | 'default_culture'
  | 'time_zone'
  | 'currency'
  | 'week_start'
  | 'settings'
  | 'fiscal_year_start_month'
  | 'definitions'
  | 'custom_fields'
  | 'segments'
  | 'own_codes'
  | 'stock_promises'
  | 'location'
  | 'logo_url_large'
  | 'logo_url_small'
  | 'deleted_at'
  | 'second_factor_required'
  | 'sign_on_required'
>

/** The updated account; undefined when it does not exist. */
export const updateAccount = async (db: Db, id: number, change: SettingsChange): Promise<AccountRow | undefined> => {
  if (Object.keys(change).length === 0) return findAccount(db, id)
  return db.updateTable('accounts').set(change).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Locks the account's row until the transaction ends, to serialize changes of one account. */
export const lockAccount = (db: Db, id: number): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Whether the account keeps customers with the same email apart. */
export const separatesCustomers = ({ settings }: Pick<AccountRow, 'settings'>): boolean =>
  settings.customerIdentity === 'service'

export const readSeparation = async (db: Db, accountId: number): Promise<boolean> => {
  const account = await findAccount(db, accountId)
  return account !== undefined && separatesCustomers(account)
}

const NO_RULES: StoredVisitRules = { tastingProducts: [], excludedExperiences: [], signupProducts: [] }

/** The account's rules for tastings and club signups; empty until the account saves its own. */
export const readVisitRules = async (db: Db, accountId: number): Promise<VisitRules> => {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('visit_rules', 'visit_rules.account_id', 'accounts.id')
    .where('accounts.id', '=', accountId)
    .select(['accounts.visit_rules_version as version', 'visit_rules.rules'])
    .executeTakeFirst()
  return { ...(row?.rules ?? NO_RULES), version: row?.version ?? 0 }
}

/** Raises the versions of the account's rules above those of its stored rows, if these are higher. */
export const raiseRuleVersions = async (
  db: Db,
  accountId: number,
  { visitRules, codeRules }: { readonly visitRules: number; readonly codeRules: number },
): Promise<void> => {
  await db
    .updateTable('accounts')
    .set({ visit_rules_version: visitRules + 1 })
    .where('id', '=', accountId)
    .where('visit_rules_version', '<', visitRules)
    .execute()
  const account = await findAccount(db, accountId)
  if (!account || account.own_codes.version >= codeRules) return
  await updateAccount(db, accountId, { own_codes: JSON.stringify({ ...account.own_codes, version: codeRules + 1 }) })
}

/** Whose holidays the account keeps; null: not known. */
export const readHolidayCountry = async (db: Db, accountId: number): Promise<string | null> => {
  const { location, currency } = await db
    .selectFrom('accounts')
    .select(['location', 'currency'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return holidayCountry(location.country, currency)
}
