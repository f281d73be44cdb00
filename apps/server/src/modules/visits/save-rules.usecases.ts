import type { ClubSignupProducts, TastingExperiences } from '#contract/visits.ts'
import type { StoredVisitRules } from '#server/db/column-types.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { readVisitRules, writeVisitRules } from '#server/modules/accounts/index.ts'
import { lockAccount } from '#server/modules/services/index.ts'
import { adoptVisitRulesJob } from './adopt-visit-rules.job.ts'
import { demandUniqueSkus } from './unique-skus.policy.ts'

/** What is saved is in the rows when this resolves; should the server end before, the job sees to it. */
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
  demandUniqueSkus(products)
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
  demandUniqueSkus(products)
  await changeRules(deps, accountId, { signupProducts: products })
  return { products }
}
