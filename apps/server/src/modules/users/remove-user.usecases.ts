import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/container.ts'
import type { Db } from '#server/db/database.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { revokeInvitationsBy } from '#server/modules/invitations/invitations.repo.ts'
import { removeRecipient } from '#server/modules/report-schedules/recipients.repo.ts'
import { demandOtherOwner } from './change-roles.usecases.ts'
import { changingPeople } from './people-change.ts'
import { handOverSharedThings } from './shared-things.repo.ts'
import { demandMayDecideOn } from './user.policy.ts'
import { nameOf } from './user.present.ts'
import { deleteUser, findUser, listOwners } from './users.repo.ts'

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
