import { open, signedIn } from '#server/http/implement.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { presentInvitation } from './invitation.present.ts'
import { listInvitations } from './invitations.repo.ts'
import { invite, resendInvitation, takeInvitationBack } from './invite.usecases.ts'
import { join, lookAtInvitation } from './join.usecases.ts'

const { invitations } = signedIn

export const invitationsRoutes: RoutesOf<'invitations'> = {
  list: invitations.list.handler(async ({ input, context: { deps, caller } }) => {
    const { rows, total } = await listInvitations(deps.db, caller.accountId, input)
    return { items: rows.map(presentInvitation(deps.clock.now())), total }
  }),
  create: invitations.create.handler(async ({ input, context: { deps, call, caller } }) =>
    presentInvitation(deps.clock.now())(await invite(deps, call, caller, input)),
  ),
  resend: invitations.resend.handler(async ({ input, context: { deps, call, caller } }) =>
    presentInvitation(deps.clock.now())(await resendInvitation(deps, call, caller, input.id)),
  ),
  revoke: invitations.revoke.handler(({ input, context: { deps, call, caller } }) =>
    takeInvitationBack(deps, call, caller, input.id),
  ),
  look: open.invitations.look.handler(({ input, context: { deps } }) => lookAtInvitation(deps, input.token)),
  join: open.invitations.join.handler(({ input, context: { deps, call } }) => join(deps, call, input)),
}
