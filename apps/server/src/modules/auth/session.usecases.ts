import type { Session, TokenInfo } from '#contract/auth.ts'
import { fail } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Deps } from '#server/container.ts'
import type { Db } from '#server/db/database.ts'
import type { CallInfo } from '#server/http/call.ts'
import { demandOpenAccount } from '#server/modules/account-life/demand-open-account.ts'
import { presentUser } from '#server/modules/users/user.present.ts'
import { findUser, type UserRow } from '#server/modules/users/users.repo.ts'
import { beginningAt, isSessionOver } from './session-life.ts'
import { deleteSession, findSession, insertSession, rotateSession, type SessionRow } from './sessions.repo.ts'
import { readToken, type TokenClaims } from './token-codec.ts'
import { tokenPair } from './token-pair.ts'

/** Begins a session of a user who has just proved to be that user. Throws `account.deleted`, but not for its owners. */
export const beginSession = async (deps: Deps, db: Db, call: CallInfo, user: UserRow): Promise<TokenInfo> => {
  await demandOpenAccount(db, user)
  const now = deps.clock.now()
  const session = { id: deps.ids.next(), accountId: user.account_id, userId: user.id, counter: 1, ...beginningAt(now) }
  await insertSession(db, { ...session, ip: call.ip, userAgent: call.userAgent?.slice(0, 500) ?? null })
  return tokenPair(deps.keys.session, session, now)
}

/**
 * Exchanges a refresh token. The session's latest one rotates it; the one before gets the pair that it was exchanged for
 * (a lost answer, a duplicated tab); any older one is a copy in wrong hands and ends the session.
 *
 * @throws Failure `invalid_grant`, whatever is wrong
 */
export const refreshSession = async (deps: Deps, call: CallInfo, token: unknown): Promise<Session> => {
  const claims = typeof token === 'string' ? readToken(deps.keys.session, 'refresh', token) : null
  const now = deps.clock.now()
  if (!claims || claims.expires * 1000 <= now) throw fail('invalid_grant')
  const session = await exchange(deps, call, claims)
  const user = await findUser(deps.db, session)
  if (!user || user.disabled_at) throw fail('invalid_grant')
  return { ...tokenPair(deps.keys.session, session, now), user: presentUser(user) }
}

const exchange = async (deps: Deps, call: CallInfo, { sessionId, counter }: TokenClaims): Promise<SessionRow> => {
  const now = deps.clock.now()
  const current = await findSession(deps.db, sessionId)
  if (!current || isSessionOver(current, now)) throw fail('invalid_grant')
  const rotated = await rotateSession(deps.db, { id: sessionId, counter, at: new Date(now) })
  if (rotated) return rotated
  // Read again: another call may have rotated it since.
  const latest = await findSession(deps.db, sessionId)
  if (!latest) throw fail('invalid_grant')
  if (latest.counter === counter + 1) return latest
  await endReplayedSession(deps, call, latest)
  throw fail('invalid_grant')
}

const endReplayedSession = async (deps: Deps, call: CallInfo, session: SessionRow): Promise<void> => {
  await deleteSession(deps.db, session.id)
  const { accountId, userId, id } = session
  await writeAudit(deps, deps.db, call, { action: 'session.replayed', accountId, userId, target: `session:${id}` })
}

/** Ends the session that an access token belongs to, also when the token has expired. Anything else is no session. */
export const signOut = async (deps: Deps, call: CallInfo): Promise<void> => {
  const claims = call.accessToken ? readToken(deps.keys.session, 'access', call.accessToken) : null
  const session = claims ? await findSession(deps.db, claims.sessionId) : undefined
  if (!session) return
  await deleteSession(deps.db, session.id)
  const { accountId, userId, id } = session
  await writeAudit(deps, deps.db, call, { action: 'session.ended', accountId, userId, target: `session:${id}` })
}
