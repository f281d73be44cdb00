import { assertFound, fail } from '#contract/errors.ts'
import type { Db, UserKey } from '#server/db/database.ts'
import type { Page } from '#server/db/paginate.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { secondFactorChangedMail } from '#server/mail/templates/account-emails.mail.ts'
import {
  deleteFactors,
  deleteOtherSessions,
  deleteUserSession,
  deleteUserSessions,
  listActiveSessions,
} from '#server/modules/auth/index.ts'
import { countUsers, findUser, revokeGivenAccess, type UserRow, updateUser } from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { listDisabledUsers } from './team.repo.ts'
import { assertMayAssignRoles, changeTeam } from './team-change.ts'
import { assertNotLastOwner } from './users.usecases.ts'

/**
 * Changes the access of a user who is not above the caller; `change` runs under the lock of the account's users.
 *
 * @throws Failure `user.not_found`, `user.above_oneself`, and those of `change`
 */
const changeAccess = (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  { id, change }: { readonly id: string; readonly change: (trx: Db, user: UserRow, key: UserKey) => Promise<void> },
): Promise<void> =>
  changeTeam(deps, { caller, call, target: id }, async (trx, self) => {
    const key = { accountId: caller.accountId, userId: id }
    const user = assertFound(await findUser(trx, key), 'user.not_found')
    assertMayAssignRoles(user.roles, self, { caller, now: deps.clock.now() })
    await change(trx, user, key)
    call.note({ email: user.email })
  })

/** Ends one session of a user, or all. Errors: those of `changeAccess`, `user.session_not_found`. */
export const endSessions = (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  { id, sessionId }: { readonly id: string; readonly sessionId?: string },
): Promise<void> =>
  changeAccess(deps, call, caller, {
    id,
    change: async (trx, _user, key) => {
      if (sessionId === undefined) return deleteUserSessions(trx, key)
      if (!(await deleteUserSession(trx, { ...key, sessionId }))) throw fail('user.session_not_found')
    },
  })

/** Ends the user's sessions and what the user has given out. Errors: those of `changeAccess`, `user.last_owner`, `user.oneself`. */
export const disableUser = (deps: Deps, call: CallInfo, caller: Caller, id: string): Promise<void> =>
  changeAccess(deps, call, caller, {
    id,
    change: async (trx, user, key) => {
      if (id === caller.userId) throw fail('user.oneself')
      await assertNotLastOwner(trx, key)
      await updateUser(trx, key, { disabled_at: user.disabled_at ?? new Date(deps.clock.now()) })
      await deleteUserSessions(trx, key)
      await revokeGivenAccess(deps, trx, user, [])
    },
  })

/** Errors: those of `changeAccess`, and `request.quota` for a full account. */
export const enableUser = (deps: Deps, call: CallInfo, caller: Caller, id: string): Promise<void> =>
  changeAccess(deps, call, caller, {
    id,
    change: async (trx, { disabled_at }, key) => {
      if (disabled_at === null) return
      await assertRoom(trx, 'users', caller.accountId, () => countUsers(trx, caller.accountId))
      await updateUser(trx, key, { disabled_at: null })
    },
  })

/** For a user who has lost all second factors. Ends the user's sessions, and emails the user. Errors: those of `changeAccess`. */
export const resetFactors = (deps: Deps, call: CallInfo, caller: Caller, id: string): Promise<void> =>
  changeAccess(deps, call, caller, {
    id,
    change: async (trx, { email, first_name: firstName }, key) => {
      await deleteFactors(trx, key)
      await updateUser(trx, key, { second_factor_at: null })
      await deleteUserSessions(trx, key)
      const link = `${deps.publicUrl}/security`
      const content = secondFactorChangedMail({ firstName, what: 'An administrator reset two-step verification', link })
      await deps.mailer.queue(trx, { accountId: caller.accountId, to: email, content })
    },
  })

/** A page of where the user is signed in, and the total count. */
export const readSessions = (deps: Deps, user: UserKey, page: Page) =>
  listActiveSessions(deps.db, user, deps.clock.now(), page)

/** As `readSessions`, for a user of the account. Errors: `user.not_found`. */
export const listUserSessions = async (deps: Deps, accountId: number, userId: string, page: Page) => {
  if (!(await findUser(deps.db, { accountId, userId }))) throw fail('user.not_found')
  return readSessions(deps, { accountId, userId }, page)
}

/** Errors: `user.session_not_found`. */
export const endOwnSession = async ({ db }: Deps, caller: Caller, sessionId: string): Promise<void> => {
  if (!(await deleteUserSession(db, { ...caller, sessionId }))) throw fail('user.session_not_found')
}

/** Ends all sessions of the caller except this one. */
export const endOtherSessions = ({ db }: Deps, caller: Caller) => deleteOtherSessions(db, caller)

export const readDisabledUsers = ({ db }: Deps, accountId: number): Promise<UserRow[]> =>
  listDisabledUsers(db, accountId)
