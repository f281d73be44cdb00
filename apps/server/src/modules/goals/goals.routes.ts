import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { listGoals, saveGoals } from './goals.usecases.ts'

const { goals } = signedIn

export const goalsRoutes: RoutesOf<'goals'> = {
  list: goals.list.handler(({ context: { deps, caller } }) => listGoals(deps, caller)),
  saveAll: goals.saveAll.handler(({ input, context: { deps, caller } }) => saveGoals(deps, caller, input.goals)),
}
