import { fail } from '#contract/errors.ts'
import { isPermitted, isReduced, type Permission, type Role } from '#domain/role.ts'
import type { Db, UserKey } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/modules/notifications/index.ts'
import { deleteGiven, markServiceKeys, revokeInvitationsBeyond } from './given-access.repo.ts'
import { findUser, fullName, lockUser, type UserRow, updateUser } from './users.repo.ts'

/**
 * Revokes what a user has given out: personal API keys, unfinished consents on platforms, and the view links and invitations
 * that the remaining roles do not allow. Service keys are the account's: its owners are asked about those that the user could
 * no longer create. Whatever reduces what a user may do calls this, so that nothing comes back with the user's rights.
 */
export const revokeGivenAccess = async (
  deps: Deps,
  trx: Db,
  user: UserRow,
  remaining: readonly Role[],
): Promise<void> => {
  const key = { accountId: user.account_id, userId: user.id }
  const at = new Date(deps.clock.now())
  await deleteGiven(trx, key, 'api_keys')
  await deleteGiven(trx, key, 'service_consents')
  if (!isPermitted(remaining, 'sharing')) await deleteGiven(trx, key, 'view_links')
  await revokeInvitationsBeyond(trx, key, { roles: remaining, at })
  if (!isPermitted(remaining, 'administration')) await askAboutServiceKeys(deps, trx, user, at)
}

/**
 * The user who gives something out, unless disabled or demoted meanwhile. Locked, so that revoking what the user has given out finds
 * what this transaction adds. Errors: `auth.invalid_token`, `auth.forbidden`.
 */
export const lockGiver = async (trx: Db, key: UserKey, needed: Permission): Promise<UserRow> => {
  await lockUser(trx, key)
  const giver = await findUser(trx, key)
  if (!giver || giver.disabled_at) throw fail('auth.invalid_token')
  if (!isPermitted(giver.roles, needed)) throw fail('auth.forbidden')
  return giver
}

const askAboutServiceKeys = async (deps: Deps, trx: Db, user: UserRow, at: Date): Promise<void> => {
  const names = await markServiceKeys(trx, { accountId: user.account_id, userId: user.id }, at)
  if (names.length === 0) return
  const maker = fullName(user)
  await notify(deps, trx, {
    accountId: user.account_id,
    kind: 'serviceKeyDecision',
    to: 'owners',
    subject: `${maker} created service keys that still work`,
    paragraphs: [
      `${maker} can no longer create service keys. These keys still work: ${names.join(', ')}.`,
      'Keep or revoke each one. Anyone who copied a key can use it until it’s revoked.',
    ],
    link: { label: 'Review keys', path: '/api-keys' },
  })
}

/** Changes a user's roles. Undefined: there is no such user. */
export const changeUserRoles = async (
  deps: Deps,
  trx: Db,
  user: UserRow,
  roles: Role[],
): Promise<UserRow | undefined> => {
  const changed = await updateUser(trx, { accountId: user.account_id, userId: user.id }, { roles })
  if (isReduced(user.roles, roles)) await revokeGivenAccess(deps, trx, user, roles)
  return changed
}
