import { failFields } from '#contract/errors.ts'
import type { ClubSignupProducts, TastingExperiences } from '#contract/visits.ts'
import type { StoredVisitRules } from '#server/db/column-types.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { readVisitRules, writeVisitRules } from '#server/modules/accounts/index.ts'
import { lockAccount } from '#server/modules/services/index.ts'
import { adoptVisitRulesJob } from './adopt-visit-rules.job.ts'

/** Requires unique SKUs. Throws `request.invalid` naming each entry whose SKU an earlier one has. */
const assertUniqueSkus = (products: readonly { readonly sku: string }[]): void => {
  const first = new Map<string, number>()
  const items = products.flatMap(({ sku }, place) => {
    const earlier = first.get(sku)
    if (earlier === undefined) first.set(sku, place)
    return earlier === undefined ? [] : [{ field: `products[${place}].sku`, message: 'This product is listed twice' }]
  })
  if (items.length > 0) throw failFields('request.invalid', items)
}

/** Applies the saved rules to the rows before resolving; if the server stops first, the job applies them. */
const changeRules = async (
  deps: Pick<Deps, 'clock' | 'db' | 'warehouse' | 'jobs'>,
  accountId: number,
  change: Partial<StoredVisitRules>,
): Promise<void> => {
  const saved = await inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, accountId)
    const { version: _, ...before } = await readVisitRules(trx, accountId)
    const rules = { ...before, ...change }
    await deps.jobs.send(trx, adoptVisitRulesJob, { accountId })
    return writeVisitRules(trx, accountId, { rules, updated_at: new Date(deps.clock.now()) })
  })
  await deps.warehouse.changeVisitRules(accountId, saved)
}

/** Errors: `request.invalid` for a product that is listed twice. */
export const saveTastings = async (
  deps: Pick<Deps, 'clock' | 'db' | 'warehouse' | 'jobs'>,
  accountId: number,
  { products, excludedExperiences }: TastingExperiences,
): Promise<TastingExperiences> => {
  assertUniqueSkus(products)
  const excluded = [...new Set(excludedExperiences)]
  await changeRules(deps, accountId, { tastingProducts: products, excludedExperiences: excluded })
  return { products, excludedExperiences: excluded }
}

/** Errors: `request.invalid` for a product that is listed twice. */
export const saveSignups = async (
  deps: Pick<Deps, 'clock' | 'db' | 'warehouse' | 'jobs'>,
  accountId: number,
  { products }: ClubSignupProducts,
): Promise<ClubSignupProducts> => {
  assertUniqueSkus(products)
  await changeRules(deps, accountId, { signupProducts: products })
  return { products }
}
