import type pg from 'pg'
import { fail } from '#contract/errors.ts'
import type { Clock } from '#domain/clock.ts'
import { isPermitted } from '#domain/permission.ts'
import { planState } from '#domain/plan-state.ts'
import type { Authenticate } from '#server/http/caller.ts'
import type { Keys } from '#server/keys.ts'
import { sessionCallers } from './session-callers.repo.ts'
import { isSessionOver } from './session-life.ts'
import { readToken } from './token-codec.ts'

interface AuthenticateParts {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly keys: Keys
}

/**
 * Reads who calls from an access token and the session's row at this moment: an ended session, a deleted or disabled user
 * and changed roles take effect on the next call.
 */
export const createAuthenticate = ({ pool, clock, keys }: AuthenticateParts): Authenticate => {
  const findSessionCaller = sessionCallers(pool)
  return async (accessToken) => {
    const now = clock.now()
    const claims = readToken(keys.session, 'access', accessToken)
    if (!claims || claims.expires * 1000 <= now) throw fail('auth.invalid_token')
    const row = await findSessionCaller(claims.sessionId)
    if (!row || row.disabledAt || claims.counter > row.counter || isSessionOver(row, now))
      throw fail('auth.invalid_token')
    const { accountId, userId, sessionId, email, roles, accountType, account } = row
    const isAccountDeleted = row.accountDeletedAt !== null
    if (isAccountDeleted && !isPermitted(roles, 'ownership')) throw fail('auth.invalid_token')
    const state = { planState: planState(row, now), isAccountDeleted }
    return { accountId, userId, sessionId, email, roles, accountType, ...state, account }
  }
}
