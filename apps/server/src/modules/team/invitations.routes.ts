import type { Invitation } from '#contract/invitations.ts'
import { open, type RoutesOf, signedIn } from '#server/http/implement.ts'
import type { InvitationRow } from './invitations.repo.ts'
import { cancelInvitation, invite, readInvitations, resendInvitation } from './invite.usecases.ts'
import { join, readInvitation } from './join.usecases.ts'

const getState = (row: InvitationRow, now: number): Invitation['state'] => {
  if (row.accepted_at) return 'accepted'
  if (row.revoked_at) return 'revoked'
  return row.expires_at.getTime() <= now ? 'expired' : 'pending'
}

const presentInvitation =
  (now: number) =>
  (row: InvitationRow): Invitation => ({
    id: row.id,
    email: row.email,
    roles: row.roles,
    state: getState(row, now),
    invitedByName: row.invited_by_name,
    createdDateUtc: row.created_at.toISOString(),
    sentUtc: row.sent_at.toISOString(),
    expiresUtc: row.expires_at.toISOString(),
  })

const { invitations } = signedIn

export const invitationsRoutes: RoutesOf<'invitations'> = {
  list: invitations.list.handler(async ({ input, context: { deps, caller } }) => {
    const { items, total } = await readInvitations(deps, caller.accountId, input)
    return { items: items.map(presentInvitation(deps.clock.now())), total }
  }),
  create: invitations.create.handler(async ({ input, context: { deps, call, caller } }) =>
    presentInvitation(deps.clock.now())(await invite(deps, call, caller, input)),
  ),
  resend: invitations.resend.handler(async ({ input, context: { deps, call, caller } }) =>
    presentInvitation(deps.clock.now())(await resendInvitation(deps, call, caller, input.id)),
  ),
  revoke: invitations.revoke.handler(({ input, context: { deps, call, caller } }) =>
    cancelInvitation(deps, call, caller, input.id),
  ),
  look: open.invitations.look.handler(({ input, context: { deps } }) => readInvitation(deps, input.token)),
  join: open.invitations.join.handler(({ input, context: { deps, call } }) => join(deps, call, input)),
}
