import { fail } from '#contract/errors.ts'
import type { Role } from '#domain/role.ts'
import type { Deps } from '#server/container.ts'
import type { Db } from '#server/db/database.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { revokeInvitationsBy } from '#server/modules/invitations/invitations.repo.ts'
import { changingPeople } from './people-change.ts'
import { demandMayDecideOn } from './user.policy.ts'
import { findUser, listOwners, type UserRow, updateUser } from './users.repo.ts'

interface UserKey {
  readonly accountId: number
  readonly userId: string
}

/** Errors: `user.last_owner` when nobody else owns the account. The account's people must be held. */
export const demandOtherOwner = async (trx: Db, { accountId, userId }: UserKey): Promise<void> => {
  const owners = await listOwners(trx, accountId)
  if (owners.some(({ id }) => id === userId) && owners.length === 1) throw fail('user.last_owner')
}

interface RoleChange {
  readonly id: string
  readonly roles: Role[]
}

/**
 * Gives a user other roles, which count from the user's next call on. Invitations that the user sent and could not send any
 * more end.
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
  return changingPeople(deps, { caller, call, target: id }, async (trx, held) => {
    const user = await findUser(trx, key)
    if (!user) throw fail('user.not_found')
    if (!roles.includes('AccountOwner')) await demandOtherOwner(trx, key)
    demandMayDecideOn([...user.roles, ...roles], held)
    const changed = await updateUser(trx, key, { roles })
    if (!changed) throw fail('user.not_found')
    await revokeInvitationsBy(trx, { ...key, roles, at: new Date(deps.clock.now()) })
    call.note({ email: user.email, rolesBefore: user.roles, roles })
    return changed
  })
}
