import { z } from 'zod'
import { failFields } from '#contract/errors.ts'
import type { ClubSignupProducts, TastingExperiences } from '#contract/visits.ts'
import type { StoredVisitRules } from '#server/db/column-types.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { defineJob, handleJob } from '#server/jobs/job.ts'
import { lockAccount, readVisitRules } from '#server/modules/accounts/index.ts'
import type { VisitRules } from '#warehouse/engine.ts'

/** Applies the account's current rules to its rows, also after a crash between saving and applying them. */
const adoptVisitRulesJob = defineJob({
  name: 'adopt-visit-rules',
  schema: z.object({ accountId: z.number().int() }),
  retries: 5,
})

/** Requires unique SKUs. Throws `request.invalid` naming each entry whose SKU an earlier one has. */
const assertUniqueSkus = (products: readonly { readonly sku: string }[]): void => {
  const first = new Map<string, number>()
  const items = products.flatMap(({ sku }, index) => {
    const earlier = first.get(sku)
    if (earlier === undefined) first.set(sku, index)
    return earlier === undefined ? [] : [{ field: `products[${index}].sku`, message: 'This product is listed twice' }]
  })
  if (items.length > 0) throw failFields('request.invalid', items)
}

/** Replaces the rules in a transaction that has locked the account; returns them with their new version. */
const writeVisitRules = async (
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

/** Applies the saved rules to the rows before resolving; if the server stops first, the job applies them. */
const changeRules = async (deps: Deps, accountId: number, change: Partial<StoredVisitRules>): Promise<void> => {
  const saved = await inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId)
    const { version: _, ...before } = await readVisitRules(trx, accountId)
    const rules = { ...before, ...change }
    await deps.jobs.send(trx, adoptVisitRulesJob, { accountId })
    return writeVisitRules(trx, accountId, { rules, updated_at: new Date(deps.clock.now()) })
  })
  await deps.warehouse.changeVisitRules(accountId, saved)
}

/** Errors: `request.invalid` for a duplicate product. */
export const saveTastings = async (
  deps: Deps,
  accountId: number,
  { products, excludedExperiences }: TastingExperiences,
): Promise<TastingExperiences> => {
  assertUniqueSkus(products)
  const excluded = [...new Set(excludedExperiences)]
  await changeRules(deps, accountId, { tastingProducts: products, excludedExperiences: excluded })
  return { products, excludedExperiences: excluded }
}

/** Errors: `request.invalid` for a duplicate product. */
export const saveSignups = async (
  deps: Deps,
  accountId: number,
  { products }: ClubSignupProducts,
): Promise<ClubSignupProducts> => {
  assertUniqueSkus(products)
  await changeRules(deps, accountId, { signupProducts: products })
  return { products }
}

export const adoptVisitRulesHandler = handleJob(adoptVisitRulesJob, async ({ db, warehouse }: Deps, { accountId }) => {
  await warehouse.changeVisitRules(accountId, await readVisitRules(db, accountId))
})
