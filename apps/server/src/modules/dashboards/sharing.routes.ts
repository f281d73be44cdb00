import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { listVisibleDashboards } from './sharing.repo.ts'
import { readSharing, saveSharing } from './sharing.usecases.ts'

const { dashboardSharing } = signedIn

export const dashboardSharingRoutes: RoutesOf<'dashboardSharing'> = {
  visible: dashboardSharing.visible.handler(({ context: { deps, caller } }) => listVisibleDashboards(deps.db, caller)),
  get: dashboardSharing.get.handler(({ input, context: { deps, caller } }) => readSharing(deps, caller, input.slug)),
  save: dashboardSharing.save.handler(({ input: { params, body }, context: { deps, caller, call } }) => {
    call.note({ isPublic: body.isPublic, people: body.people.length })
    return saveSharing(deps, caller, params.slug, body)
  }),
}
