import { assertFound, fail } from '#contract/errors.ts'
import type { NewUser } from '#contract/users.ts'
import type { Role } from '#domain/role.ts'
import type { Db, UserKey } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { emailLink, firstPasswordLink } from '#server/modules/auth/index.ts'
import {
  changeUserRoles,
  countUsers,
  createUser,
  findEmailHolder,
  findUser,
  findUserByEmail,
  fullName,
  isEmailReserved,
  newPlaceholderEmail,
  normalizeEmail,
  revokeGivenAccess,
  type UserRow,
  userRemoved,
} from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { assertWithinLimit } from '#server/platform/rate-limit.ts'
import { revokeInvitationTo } from './invitations.repo.ts'
import { deleteUser, listOwners, listUsers, searchUsers } from './team.repo.ts'
import { assertMayAssignRoles, canReadUser, changeTeam } from './team-change.ts'

/** Errors: `user.last_owner` when nobody else owns the account. Requires `lockAccountUsers`. */
export const assertNotLastOwner = async (trx: Db, { accountId, userId }: UserKey): Promise<void> => {
  const owners = await listOwners(trx, accountId)
  if (owners.some(({ id }) => id === userId) && owners.length === 1) throw fail('user.last_owner')
}

interface RoleChange {
  readonly id: string
  readonly roles: Role[]
}

/**
 * Changes a user's roles, effective on the user's next request.
 *
 * @throws Failure `user.not_found`, `user.last_owner`, `user.above_oneself`
 */
export const changeRoles = async (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  { id, roles }: RoleChange,
): Promise<UserRow> => {
  const key = { accountId: caller.accountId, userId: id }
  return changeTeam(deps, { caller, call, target: id }, async (trx, self) => {
    const user = assertFound(await findUser(trx, key), 'user.not_found')
    if (!roles.includes('AccountOwner')) await assertNotLastOwner(trx, key)
    assertMayAssignRoles([...user.roles, ...roles], self, { caller, now: deps.clock.now() })
    const changed = assertFound(await changeUserRoles(deps, trx, user, roles), 'user.not_found')
    call.note({ email: user.email, rolesBefore: user.roles, roles })
    return changed
  })
}

/**
 * Deletes a user with sessions, private content and what the user has given out. Shared content and its schedules are transferred
 * to the caller.
 *
 * @throws Failure `user.not_found`, `user.last_owner`, `user.above_oneself`; `request.quota` when the new owner has no room for
 *   the shared content
 */
export const removeUser = async (deps: Deps, call: CallInfo, caller: Caller, id: string): Promise<void> => {
  const { accountId } = caller
  const key = { accountId, userId: id }
  await changeTeam(deps, { caller, call, target: id }, async (trx, self) => {
    const user = assertFound(await findUser(trx, key), 'user.not_found')
    await assertNotLastOwner(trx, key)
    assertMayAssignRoles(user.roles, self, { caller, now: deps.clock.now() })
    await revokeGivenAccess(deps, trx, user, [])
    const newOwnerId = await findNewOwner(trx, caller, id)
    await deps.events.publish(trx, userRemoved, { ...key, email: user.email, newOwnerId })
    await deleteUser(trx, key)
    call.note({ name: fullName(user), email: user.email, roles: user.roles })
  })
}

/** The caller, or the oldest other owner when users remove themselves. */
const findNewOwner = async (trx: Db, { accountId, userId }: Caller, leaver: string): Promise<string> => {
  if (userId !== leaver) return userId
  const owners = await listOwners(trx, accountId)
  const heir = owners.find(({ id }) => id !== leaver)
  if (heir === undefined) throw fail('user.last_owner')
  return heir.id
}

/**
 * Adds a user without a password and emails a link to set one. Revokes a pending invitation for the address. Where somebody who
 * has not proved the address has it, it becomes the user's when the link is used.
 *
 * @throws Failure `account.email_taken`, `user.above_oneself`, `request.too_many`
 */
export const addUser = async (deps: Deps, call: CallInfo, caller: Caller, input: NewUser): Promise<UserRow> => {
  const { accountId } = caller
  const email = normalizeEmail(input.email)
  await assertWithinLimit(deps, 'invite', String(accountId))
  return changeTeam(deps, { caller, call, target: email }, async (trx, self) => {
    assertMayAssignRoles(input.roles, self, { caller, now: deps.clock.now() })
    const created_at = new Date(deps.clock.now())
    // Before room is checked and the user is inserted: accepting an invitation locks in the same order, invitation first.
    await revokeInvitationTo(trx, { accountId, email, at: created_at })
    await assertRoom(trx, 'users', accountId, () => countUsers(trx, accountId))
    if (await findEmailHolder(trx, { email, accountId })) throw fail('account.email_taken', { field: 'email' })
    const id = deps.ids.next()
    const isHeld =
      (await findUserByEmail(trx, email)) !== undefined ||
      (await isEmailReserved(trx, { email, userId: id, now: created_at }))
    const user = await createUser(deps, trx, {
      id,
      account_id: accountId,
      email: isHeld ? newPlaceholderEmail() : email,
      first_name: input.firstName,
      last_name: input.lastName,
      roles: input.roles,
      created_at,
    })
    if (!user) throw fail('account.email_taken', { field: 'email' })
    const adding = { accountName: caller.account.name, addedByName: fullName(self) }
    await emailLink(deps, trx, user, firstPasswordLink(email, adding))
    call.note({ email, roles: user.roles })
    return user
  })
}

/** Users who can sign in, by name, of whom the caller may read. */
export const readUsers = async ({ db }: Deps, caller: Caller): Promise<UserRow[]> =>
  (await listUsers(db, caller.accountId)).filter(({ id }) => canReadUser(caller, id))

/** Users who can sign in and whose name or email contains every word of the text. */
export const findUsers = ({ db }: Deps, accountId: number, text: string): Promise<UserRow[]> =>
  searchUsers(db, accountId, text)
