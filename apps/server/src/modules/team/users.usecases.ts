import { fail } from '#contract/errors.ts'
import type { NewUser } from '#contract/users.ts'
import type { Role } from '#domain/role.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { firstPasswordLink, mailLink } from '#server/modules/auth/emailed-links.ts'
import { createStarterDashboard } from '#server/modules/dashboards/create-dashboard.usecases.ts'
import { removeRecipient } from '#server/modules/report-schedules/recipients.repo.ts'
import { nameOf } from '#server/modules/users/user.present.ts'
import {
  deleteUser,
  findUser,
  insertUser,
  listOwners,
  normalEmail,
  type UserRow,
  updateUser,
} from '#server/modules/users/users.repo.ts'
import { assertWithinLimit } from '#server/platform/rate-limit.ts'
import { revokeInvitationsBy, revokeInvitationTo } from './invitations.repo.ts'
import { handOverSharedThings } from './shared-things.repo.ts'
import { changingPeople, demandMayDecideOn } from './team-change.ts'

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

/**
 * Deletes a user, whose sessions end at once. What colleagues were shown passes to who deletes, with the mails of it; what was
 * private goes, and so do invitations that the user sent and nobody has accepted.
 *
 * @throws Failure `user.not_found`, `user.last_owner`, `user.above_oneself`
 */
export const removeUser = async (deps: Deps, call: CallInfo, caller: Caller, id: string): Promise<void> => {
  const { accountId } = caller
  const key = { accountId, userId: id }
  await changingPeople(deps, { caller, call, target: id }, async (trx, held) => {
    const user = await findUser(trx, key)
    if (!user) throw fail('user.not_found')
    await demandOtherOwner(trx, key)
    demandMayDecideOn(user.roles, held)
    await handOverSharedThings(trx, { accountId, from: id, to: await heirOf(trx, caller, id) })
    await revokeInvitationsBy(trx, { ...key, roles: [], at: new Date(deps.clock.now()) })
    await removeRecipient(trx, accountId, user.email)
    await deleteUser(trx, key)
    call.note({ name: nameOf(user), email: user.email, roles: user.roles })
  })
}

/** Who leaves by himself leaves what he shared to the longest-standing owner. */
const heirOf = async (trx: Db, { accountId, userId }: Caller, leaver: string): Promise<string> => {
  if (userId !== leaver) return userId
  const owners = await listOwners(trx, accountId)
  const heir = owners.find(({ id }) => id !== leaver)
  if (!heir) throw fail('user.last_owner')
  return heir.id
}

/**
 * Adds a user without a password, who is mailed a link to choose one. An invitation that waits for the address ends.
 *
 * @throws Failure `account.email_taken`, `user.above_oneself`, `request.too_many`
 */
export const addUser = async (deps: Deps, call: CallInfo, caller: Caller, input: NewUser): Promise<UserRow> => {
  const { accountId } = caller
  const email = normalEmail(input.email)
  await assertWithinLimit(deps, 'invite', String(accountId))
  return changingPeople(deps, { caller, call, target: email }, async (trx, held) => {
    demandMayDecideOn(input.roles, held)
    const created_at = new Date(deps.clock.now())
    // Before the user: whoever accepts it just now has the invitation first and the address second, too.
    await revokeInvitationTo(trx, { accountId, email, at: created_at })
    const user = await insertUser(trx, {
      id: deps.ids.next(),
      account_id: accountId,
      email,
      first_name: input.firstName,
      last_name: input.lastName,
      roles: input.roles,
      created_at,
    })
    if (!user) throw fail('account.email_taken', { field: 'email' })
    await createStarterDashboard(deps, trx, { accountId, userId: user.id })
    const self = await findUser(trx, caller)
    const addedByName = self ? nameOf(self) : caller.email
    await mailLink(deps, trx, user, firstPasswordLink({ accountName: caller.account.name, addedByName }))
    call.note({ email, roles: user.roles })
    return user
  })
}
