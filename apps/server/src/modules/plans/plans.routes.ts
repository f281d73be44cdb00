import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { createPlan, getPlan, listPlans, removePlan, savePlan } from './plans.usecases.ts'
import { readActuals, readPlanPaces } from './read-pace.usecases.ts'
import { readPlanTable } from './read-table.usecases.ts'

const { plans } = signedIn

export const plansRoutes: RoutesOf<'plans'> = {
  list: plans.list.handler(({ context: { deps, caller } }) => listPlans(deps, caller)),
  pace: plans.pace.handler(({ context: { deps, caller } }) => readPlanPaces(deps, caller)),
  get: plans.get.handler(({ input: { id }, context: { deps, caller } }) => getPlan(deps, caller, id)),
  create: plans.create.handler(async ({ input, context: { deps, caller, call } }) => {
    const plan = await createPlan(deps, caller, input)
    call.note({ name: `${plan.name} ${plan.year}` })
    return plan
  }),
  save: plans.save.handler(async ({ input: { params, body }, context: { deps, caller, call } }) => {
    const plan = await savePlan(deps, caller, params.id, body)
    call.note({ name: `${plan.name} ${plan.year}` })
    return plan
  }),
  remove: plans.remove.handler(async ({ input: { id }, context: { deps, caller, call } }) => {
    const { name, year } = await removePlan(deps, caller, id)
    call.note({ name: `${name} ${year}` })
  }),
  actuals: plans.actuals.handler(({ input, context: { deps, caller } }) => readActuals(deps, caller, input)),
  table: plans.table.handler(({ input: { file } }) => readPlanTable(file)),
}
