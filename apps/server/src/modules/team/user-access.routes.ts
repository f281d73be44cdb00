import { fail } from '#contract/errors.ts'
import type { SignedInSession } from '#contract/users.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import {
  type ActiveSession,
  deleteOtherSessions,
  deleteUserSession,
  listActiveSessions,
} from '#server/modules/auth/index.ts'
import { findUser, presentUser } from '#server/modules/users/index.ts'
import { listDisabledUsers } from './team.repo.ts'
import { disableUser, enableUser, endSessions, resetFactors } from './user-access.usecases.ts'

const { users, secondFactor } = signedIn

export const presentSession =
  (currentId: string) =>
  (row: ActiveSession): SignedInSession => ({
    id: row.id,
    createdDateUtc: row.created_at.toISOString(),
    lastUsedUtc: row.last_refreshed_at.toISOString(),
    ip: row.ip,
    userAgent: row.user_agent,
    isCurrent: row.id === currentId,
  })

type UserAccess = Pick<
  RoutesOf<'users'>,
  | 'sessions'
  | 'endOtherSessions'
  | 'endSession'
  | 'sessionsOf'
  | 'endSessionsOf'
  | 'endSessionOf'
  | 'disabled'
  | 'disable'
  | 'enable'
>

/** Where users are signed in, and whether they may. */
export const userAccessRoutes: UserAccess = {
  sessions: users.sessions.handler(async ({ input, context: { caller, deps } }) => {
    const { items, total } = await listActiveSessions(deps.db, caller, deps.clock.now(), input)
    return { items: items.map(presentSession(caller.sessionId)), total }
  }),
  endOtherSessions: users.endOtherSessions.handler(({ context: { caller, deps } }) =>
    deleteOtherSessions(deps.db, caller),
  ),
  endSession: users.endSession.handler(async ({ input: { sessionId }, context: { caller, deps } }) => {
    if (!(await deleteUserSession(deps.db, { ...caller, sessionId }))) throw fail('user.session_not_found')
  }),
  sessionsOf: users.sessionsOf.handler(async ({ input: { id, ...page }, context: { caller, deps } }) => {
    const key = { accountId: caller.accountId, userId: id }
    if (!(await findUser(deps.db, key))) throw fail('user.not_found')
    const { items, total } = await listActiveSessions(deps.db, key, deps.clock.now(), page)
    return { items: items.map(presentSession(caller.sessionId)), total }
  }),
  endSessionsOf: users.endSessionsOf.handler(({ input: { id }, context: { caller, call, deps } }) =>
    endSessions(deps, call, caller, { id }),
  ),
  endSessionOf: users.endSessionOf.handler(({ input, context: { caller, call, deps } }) =>
    endSessions(deps, call, caller, input),
  ),
  disabled: users.disabled.handler(async ({ context: { caller, deps } }) =>
    (await listDisabledUsers(deps.db, caller.accountId)).map(presentUser),
  ),
  disable: users.disable.handler(({ input: { id }, context: { caller, call, deps } }) =>
    disableUser(deps, call, caller, id),
  ),
  enable: users.enable.handler(({ input: { id }, context: { caller, call, deps } }) =>
    enableUser(deps, call, caller, id),
  ),
}

export const resetFactorRoutes: Pick<RoutesOf<'secondFactor'>, 'reset'> = {
  reset: secondFactor.reset.handler(({ input: { id }, context: { caller, call, deps } }) =>
    resetFactors(deps, call, caller, id),
  ),
}
