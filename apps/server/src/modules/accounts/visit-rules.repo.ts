import type { StoredVisitRules } from '#server/db/column-types.ts'
import type { Db } from '#server/db/database.ts'
import type { VisitRules } from '#warehouse/engine.ts'

const NO_RULES: StoredVisitRules = { tastingProducts: [], excludedExperiences: [], signupProducts: [] }

/** What the account counts as a tasting and as a club signup; nothing of its own before that was ever said. */
export const readVisitRules = async (db: Db, accountId: number): Promise<VisitRules> => {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('visit_rules', 'visit_rules.account_id', 'accounts.id')
    .where('accounts.id', '=', accountId)
    .select(['accounts.visit_rules_version as version', 'visit_rules.rules'])
    .executeTakeFirst()
  return { ...(row?.rules ?? NO_RULES), version: row?.version ?? 0 }
}

/** Replaces the rules, within a transaction that has locked the account; gives them back with their new version. */
export const writeVisitRules = async (
  trx: Db,
  accountId: number,
  { rules, updated_at }: { rules: StoredVisitRules; updated_at: Date },
): Promise<VisitRules> => {
  const values = { rules: JSON.stringify(rules), updated_at }
  await trx
    .insertInto('visit_rules')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
  const { version } = await trx
    .updateTable('accounts')
    .set((row) => ({ visit_rules_version: row('visit_rules_version', '+', 1) }))
    .where('id', '=', accountId)
    .returning('visit_rules_version as version')
    .executeTakeFirstOrThrow()
  return { ...rules, version }
}
