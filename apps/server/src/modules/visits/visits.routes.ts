import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { readVisitRules } from '#server/modules/accounts/index.ts'
import { experienceChoices, productChoices, SIGNUP_MATCHER, TASTING_MATCHER } from './choices.ts'
import { dataHealth } from './data-health/data-health.usecases.ts'
import { saveSignups, saveTastings } from './save-rules.usecases.ts'

const { visits } = signedIn

export const visitsRoutes: RoutesOf<'visits'> = {
  tastingExperiences: visits.tastingExperiences.handler(async ({ context: { deps, caller } }) => {
    const { tastingProducts, excludedExperiences } = await readVisitRules(deps.db, caller.accountId)
    return {
      products: [...tastingProducts],
      excludedExperiences: [...excludedExperiences],
      choices: await productChoices(deps, caller, TASTING_MATCHER),
      experiences: await experienceChoices(deps, caller.accountId),
    }
  }),
  saveTastingExperiences: visits.saveTastingExperiences.handler(({ input, context: { deps, caller } }) =>
    saveTastings(deps, caller.accountId, input),
  ),
  clubSignupProducts: visits.clubSignupProducts.handler(async ({ context: { deps, caller } }) => {
    const { signupProducts } = await readVisitRules(deps.db, caller.accountId)
    return { products: [...signupProducts], choices: await productChoices(deps, caller, SIGNUP_MATCHER) }
  }),
  saveClubSignupProducts: visits.saveClubSignupProducts.handler(({ input, context: { deps, caller } }) =>
    saveSignups(deps, caller.accountId, input),
  ),
  dataHealth: visits.dataHealth.handler(({ context }) => dataHealth(context)),
}
