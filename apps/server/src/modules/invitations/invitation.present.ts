import type { Invitation } from '#contract/invitations.ts'
import type { InvitationRow } from './invitations.repo.ts'

const stateOf = (row: InvitationRow, now: number): Invitation['state'] => {
  if (row.accepted_at) return 'accepted'
  if (row.revoked_at) return 'revoked'
  return row.expires_at.getTime() <= now ? 'expired' : 'pending'
}

export const presentInvitation =
  (now: number) =>
  (row: InvitationRow): Invitation => ({
    id: row.id,
    email: row.email,
    roles: row.roles,
    state: stateOf(row, now),
    invitedByName: row.invited_by_name,
    createdDateUtc: row.created_at.toISOString(),
    sentUtc: row.sent_at.toISOString(),
    expiresUtc: row.expires_at.toISOString(),
  })
