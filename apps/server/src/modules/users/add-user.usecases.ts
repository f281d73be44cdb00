import { fail } from '#contract/errors.ts'
import type { NewUser } from '#contract/users.ts'
import type { Deps } from '#server/container.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { firstPasswordLink, mailLink } from '#server/modules/auth/link-mail.ts'
import { demandWithinLimit } from '#server/modules/auth/rate-limit.ts'
import { createStarterDashboard } from '#server/modules/dashboards/create-dashboard.usecases.ts'
import { revokeInvitationTo } from '#server/modules/invitations/invitations.repo.ts'
import { changingPeople } from './people-change.ts'
import { demandMayDecideOn } from './user.policy.ts'
import { nameOf } from './user.present.ts'
import { findUser, insertUser, normalEmail, type UserRow } from './users.repo.ts'

/**
 * Adds a user without a password, who is mailed a link to choose one. An invitation that waits for the address ends.
 *
 * @throws Failure `account.email_taken`, `user.above_oneself`, `request.too_many`
 */
export const addUser = async (deps: Deps, call: CallInfo, caller: Caller, input: NewUser): Promise<UserRow> => {
  const { accountId } = caller
  const email = normalEmail(input.email)
  await demandWithinLimit(deps, 'invite', String(accountId))
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
