import { PERMISSIONS } from '#domain/permission.ts'
import { hasAnyRole } from '#domain/role.ts'
import type { Db } from '#server/db/database.ts'

/** Everybody who may administer the account or its billing, or certain users of it. */
export type Audience = 'administrators' | 'billing' | { readonly userIds: readonly string[] }

export interface Recipient {
  readonly id: string
  readonly email: string
  readonly firstName: string
}

const belongsTo = (audience: Audience, { id, roles }: { id: string; roles: Parameters<typeof hasAnyRole>[0] }) => {
  if (audience === 'administrators') return hasAnyRole(roles, PERMISSIONS.administration)
  if (audience === 'billing') return hasAnyRole(roles, PERMISSIONS.billing)
  return audience.userIds.includes(id)
}

/** Users of the account who are told and may sign in. */
export const findRecipients = async (db: Db, accountId: number, audience: Audience): Promise<Recipient[]> => {
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name as firstName', 'roles'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .execute()
  return users.filter((user) => belongsTo(audience, user))
}
