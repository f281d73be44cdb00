import { isAbove, isPermitted, type Role } from '#domain/role.ts'
import type { Db, UserKey } from '#server/db/database.ts'

const GIVEN_TABLES = ['api_keys', 'service_consents', 'view_links'] as const

/** Deletes what the user has given out and the table holds. */
export const deleteGiven = async (
  db: Db,
  { accountId, userId }: UserKey,
  table: (typeof GIVEN_TABLES)[number],
): Promise<void> => {
  await db.deleteFrom(table).where('account_id', '=', accountId).where('user_id', '=', userId).execute()
}

/** Revokes the pending invitations that the user could not send with these roles. */
export const revokeInvitationsBeyond = async (
  db: Db,
  { accountId, userId }: UserKey,
  { roles, at }: { readonly roles: readonly Role[]; readonly at: Date },
): Promise<void> => {
  const pending = await db
    .selectFrom('invitations')
    .select(['id', 'roles'])
    .where((eb) => eb.and({ account_id: accountId, invited_by: userId }))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  const mayInvite = isPermitted(roles, 'administration')
  const beyond = pending.filter((invitation) => !mayInvite || isAbove(invitation.roles, roles)).map(({ id }) => id)
  if (beyond.length === 0) return
  await db
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('account_id', '=', accountId)
    .where('id', 'in', beyond)
    .where('accepted_at', 'is', null)
    .execute()
}

/** Marks the service keys that the user created as waiting for an owner’s decision. Returns the names of those newly marked. */
export const markServiceKeys = async (db: Db, { accountId, userId }: UserKey, at: Date): Promise<string[]> => {
  const marked = await db
    .updateTable('api_keys')
    .set({ decision_due_at: at })
    .where((eb) => eb.and({ account_id: accountId, created_by: userId }))
    .where('decision_due_at', 'is', null)
    .returning('name')
    .execute()
  return marked.map(({ name }) => name)
}
