import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { assertMayOpen } from '#server/modules/subjects/index.ts'
import { readReleasePlan, removeReleasePlan, saveReleasePlan } from './release-plans.usecases.ts'

const { releasePlans } = signedIn

export const releasePlansRoutes: RoutesOf<'releasePlans'> = {
  get: releasePlans.get.handler(({ input, context: { deps, caller } }) => {
    assertMayOpen(caller, 'club')
    return readReleasePlan(deps, caller, input)
  }),
  save: releasePlans.save.handler(({ input: { params, body }, context: { deps, caller, call } }) => {
    assertMayOpen(caller, 'club')
    call.note({ club: params.club, day: body.day })
    return saveReleasePlan(deps, caller, { ...params, ...body })
  }),
  remove: releasePlans.remove.handler(({ input, context: { deps, caller, call } }) => {
    assertMayOpen(caller, 'club')
    call.note(input)
    return removeReleasePlan(deps, caller, input)
  }),
}
