import type { SignedInSession } from '#contract/users.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import type { ActiveSession } from '#server/modules/auth/index.ts'
import { presentUser } from '#server/modules/users/index.ts'
import {
  disableUser,
  enableUser,
  endOtherSessions,
  endOwnSession,
  endSessions,
  listUserSessions,
  readDisabledUsers,
  readSessions,
  resetFactors,
} from './user-access.usecases.ts'

const { users, secondFactor } = signedIn

const presentSession =
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
    const { items, total } = await readSessions(deps, caller, input)
    return { items: items.map(presentSession(caller.sessionId)), total }
  }),
  endOtherSessions: users.endOtherSessions.handler(({ context: { caller, deps } }) => endOtherSessions(deps, caller)),
  endSession: users.endSession.handler(({ input: { sessionId }, context: { caller, deps } }) =>
    endOwnSession(deps, caller, sessionId),
  ),
  sessionsOf: users.sessionsOf.handler(async ({ input: { id, ...page }, context: { caller, deps } }) => {
    const { items, total } = await listUserSessions(deps, caller.accountId, id, page)
    return { items: items.map(presentSession(caller.sessionId)), total }
  }),
  endSessionsOf: users.endSessionsOf.handler(({ input: { id }, context: { caller, call, deps } }) =>
    endSessions(deps, call, caller, { id }),
  ),
  endSessionOf: users.endSessionOf.handler(({ input, context: { caller, call, deps } }) =>
    endSessions(deps, call, caller, input),
  ),
  disabled: users.disabled.handler(async ({ context: { caller, deps } }) =>
    (await readDisabledUsers(deps, caller.accountId)).map(presentUser),
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
