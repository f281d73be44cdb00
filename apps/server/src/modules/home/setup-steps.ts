import type { HomeSetup } from '#contract/home.ts'
import type { SetupStepId } from '#domain/home.ts'
import { ESTATE_AND_UP } from '#domain/plan.ts'
import { isPermitted } from '#domain/role.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { readVisitRules } from '#server/modules/accounts/index.ts'
import { listServices } from '#server/modules/services/index.ts'
import { countUsers } from '#server/modules/users/index.ts'
import { hasBrought, hasCheckedNumber, hasInvited, hasLoaded, hasStarred } from './setup-progress.repo.ts'

type Steps = HomeSetup['steps']

const SERVICES = '/admin/services'

/** Whether guests and club signups are known, by the data or by what the account chose; the page of what is missing first. */
const visitsStep = async (db: Deps['db'], accountId: number): Promise<[SetupStepId, boolean, string]> => {
  const { tastingProducts, signupProducts } = await readVisitRules(db, accountId)
  const knowsGuests = tastingProducts.length > 0 || (await hasBrought(db, accountId, 'reservations'))
  const knowsSignups = signupProducts.length > 0 || (await hasBrought(db, accountId, 'memberships'))
  return [
    'visits',
    knowsGuests && knowsSignups,
    knowsGuests ? '/admin/club-signup-products' : '/admin/tasting-experiences',
  ]
}

/** Steps that only administrators can do. */
const ofAdministrators = async ({ db }: Deps, { accountId, accountType }: Caller): Promise<Steps> => {
  const services = await listServices(db, accountId)
  const [first] = services
  const page = first === undefined ? `${SERVICES}/new` : `${SERVICES}/${first.id}`
  const isInvited = (await countUsers(db, accountId)) > 1 || (await hasInvited(db, accountId))
  const steps: readonly [SetupStepId, boolean, string][] = [
    ['connect', first !== undefined, page],
    ['map', await hasLoaded(db, accountId), page],
    await visitsStep(db, accountId),
    ['check', await hasCheckedNumber(db, accountId), first === undefined ? page : `${page}/reconciliation`],
    ['invite', isInvited, ESTATE_AND_UP.includes(accountType) ? '/admin/invitations' : '/admin/users'],
  ]
  return steps.map(([id, isDone, path]) => ({ id, isDone, path }))
}

/** What is left to set up, as far as the caller can do it. */
export const setupSteps = async (deps: Deps, caller: Caller): Promise<Steps> => [
  ...(isPermitted(caller.roles, 'administration') ? await ofAdministrators(deps, caller) : []),
  { id: 'star', isDone: await hasStarred(deps.db, caller), path: '/dashboards' },
]
