import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { dataHealth } from './data-health/data-health.usecases.ts'
import { readSignups, readTastings } from './read-rules.usecases.ts'
import { saveSignups, saveTastings } from './save-rules.usecases.ts'

const { visits } = signedIn

export const visitsRoutes: RoutesOf<'visits'> = {
  tastingExperiences: visits.tastingExperiences.handler(({ context: { deps, caller } }) => readTastings(deps, caller)),
  saveTastingExperiences: visits.saveTastingExperiences.handler(({ input, context: { deps, caller } }) =>
    saveTastings(deps, caller.accountId, input),
  ),
  clubSignupProducts: visits.clubSignupProducts.handler(({ context: { deps, caller } }) => readSignups(deps, caller)),
  saveClubSignupProducts: visits.saveClubSignupProducts.handler(({ input, context: { deps, caller } }) =>
    saveSignups(deps, caller.accountId, input),
  ),
  dataHealth: visits.dataHealth.handler(({ context }) => dataHealth(context)),
}
