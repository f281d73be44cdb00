import type { Session } from '#contract/auth.ts'
import { assertFound, Failure, fail, failFields } from '#contract/errors.ts'
import { REQUIRED } from '#contract/fields.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import {
  findUser,
  findUserByEmail,
  normalizeEmail,
  presentSession,
  type UserRow,
  updateProvedUser,
} from '#server/modules/users/index.ts'
import { assertWithinLimit, clearLimit, clientNetwork, uncountHit } from '#server/platform/rate-limit.ts'
import { verifyPassword } from './passwords.ts'
import { secondFactorNeeded } from './second-factor/sign-in-step.usecases.ts'
import { buildTokenPair, isSessionExpired, readToken, type TokenClaims } from './session-tokens.ts'
import { deleteSession, findSession, rotateSession, type SessionRow } from './sessions.repo.ts'
import { mustSignOn } from './sign-on-policy.ts'
import { createSession, isDemoRefused, openAhead } from './start-session.ts'

/**
 * Exchanges a refresh token. The latest token rotates the session; the previous one returns the current pair
 * (a lost response, a duplicated tab); any older one is treated as stolen and ends the session.
 *
 * @throws Failure `invalid_grant` for every invalid token
 */
export const refreshSession = async (deps: Deps, call: CallInfo, token: unknown): Promise<Session> => {
  const claims = typeof token === 'string' ? readToken(deps.keys.session, 'refresh', token) : null
  const now = deps.clock.now()
  if (!claims || claims.expires * 1000 <= now) throw fail('invalid_grant')
  const session = await rotateOrReissue(deps, call, claims)
  const user = await findUser(deps.db, session)
  if (!user || user.disabled_at) throw fail('invalid_grant')
  if (session.signedOnAt === null && (await mustSignOn(deps.db, user))) throw fail('invalid_grant')
  openAhead(deps, session.accountId)
  return presentSession(buildTokenPair(deps.keys.session, session, now), user)
}

const rotateOrReissue = async (
  deps: Deps,
  call: CallInfo,
  { sessionId, counter }: TokenClaims,
): Promise<SessionRow> => {
  const now = deps.clock.now()
  const current = await findSession(deps.db, sessionId)
  if (!current || isSessionExpired(current, now)) throw fail('invalid_grant')
  const rotated = await rotateSession(deps.db, { id: sessionId, counter, at: new Date(now) })
  if (rotated) return rotated
  // Read again: another call may have rotated it since.
  const latest = assertFound(await findSession(deps.db, sessionId), 'invalid_grant')
  if (latest.counter === counter + 1) return latest
  await revokeReplayedSession(deps, call, latest)
  throw fail('invalid_grant')
}

const revokeReplayedSession = async (deps: Deps, call: CallInfo, session: SessionRow): Promise<void> => {
  await deleteSession(deps.db, session.id)
  const { accountId, userId, id } = session
  await writeAudit(deps, deps.db, call, { action: 'session.replayed', accountId, userId, target: `session:${id}` })
}

/** Ends the session of an access token, even an expired one. Other tokens are ignored. */
export const signOut = async (deps: Deps, call: CallInfo): Promise<void> => {
  const claims = call.accessToken ? readToken(deps.keys.session, 'access', call.accessToken) : null
  const session = claims ? await findSession(deps.db, claims.sessionId) : undefined
  if (!session) return
  await deleteSession(deps.db, session.id)
  const { accountId, userId, id } = session
  await writeAudit(deps, deps.db, call, { action: 'session.ended', accountId, userId, target: `session:${id}` })
}

const MAX_EMAIL = 254
const MAX_PASSWORD = 128

interface Credentials {
  readonly email: string
  readonly password: string
}

const readCredentials = (username: unknown, password: unknown): Credentials => {
  const missing = Object.entries({ username, password }).filter(
    ([, value]) => typeof value !== 'string' || value === '',
  )
  if (typeof username === 'string' && typeof password === 'string' && missing.length === 0) {
    return { email: normalizeEmail(username), password }
  }
  throw failFields(
    'request.invalid',
    missing.map(([field]) => ({ field, message: REQUIRED })),
  )
}

/**
 * Signs in with email and password. An unknown address, a wrong password and a disabled user get the same response after
 * the same work.
 *
 * @throws Failure `auth.invalid_credentials`, `auth.second_factor_needed` with a challenge for users who have one, `sign_on.required`, `request.too_many` after ten failed attempts for the address from this network,
 *   or too many of the network or for the address from all networks
 */
export const signIn = async (deps: Deps, call: CallInfo, username: unknown, password: unknown): Promise<Session> => {
  const given = readCredentials(username, password)
  await assertSignInAllowed(deps, call, given.email)
  const known = await findAddressee(deps.db, given)
  const isRight = await isPasswordRight(known, given)
  if (!known || !isRight || isDemoRefused(deps, call, known)) return rejectSignIn(deps, call, given.email, known)
  await forgetAttempt(deps, call, given.email)
  if (await mustSignOn(deps.db, known)) throw await passwordRefused(deps, call, known)
  if (known.second_factor_at !== null) throw await secondFactorNeeded(deps, known)
  return inTransaction(deps.db, async (trx) => {
    const signedIn = await updateProvedUser(trx, known, { last_login_at: new Date(deps.clock.now()) })
    if (!signedIn) throw fail('auth.invalid_credentials')
    const tokens = await createSession(deps, trx, call, signedIn)
    await writeAudit(deps, trx, call, { action: 'session.began', accountId: known.account_id, userId: known.id })
    return presentSession(tokens, signedIn)
  })
}

const findAddressee = async (db: Db, { email }: Pick<Credentials, 'email'>): Promise<UserRow | undefined> =>
  email.length > MAX_EMAIL ? undefined : findUserByEmail(db, email)

const isPasswordRight = async (user: UserRow | undefined, { email, password }: Credentials): Promise<boolean> => {
  if (email.length > MAX_EMAIL || password.length > MAX_PASSWORD) return false
  const isRight = await verifyPassword(user?.password_hash ?? null, password)
  return isRight && !user?.disabled_at
}

const assertSignInAllowed = async (deps: Deps, call: CallInfo, email: string): Promise<void> => {
  const network = clientNetwork(call.ip)
  try {
    // In this order, so that a network over its own limits does not use up the limit of all.
    await assertWithinLimit(deps, 'signIn', email, network)
    await assertWithinLimit(deps, 'signInNetwork', network)
    await assertWithinLimit(deps, 'signInAccount', email)
  } catch (error) {
    if (error instanceof Failure) {
      const known = await findAddressee(deps.db, { email })
      await writeAudit(deps, deps.db, call, failedAttempt('session.limited', email, known))
    }
    throw error
  }
}

/** Others behind the same network, and attempts from other networks, keep counting. */
const forgetAttempt = async (deps: Deps, call: CallInfo, email: string): Promise<void> => {
  const network = clientNetwork(call.ip)
  await clearLimit(deps, 'signIn', email, network)
  await uncountHit(deps, 'signInNetwork', network)
  await uncountHit(deps, 'signInAccount', email)
}

const rejectSignIn = async (deps: Deps, call: CallInfo, email: string, known: UserRow | undefined): Promise<never> => {
  await writeAudit(deps, deps.db, call, failedAttempt('session.refused', email, known))
  throw fail('auth.invalid_credentials')
}

/** Says so only to those who know the password: whether somebody is an owner, who may use it, is nobody else's business. */
const passwordRefused = async (deps: Deps, call: CallInfo, user: UserRow) => {
  const { account_id: accountId, id: userId } = user
  await writeAudit(deps, deps.db, call, { action: 'session.password_refused', accountId, userId })
  return fail('sign_on.required')
}

/** Part of the log of the account whose user has the address, if there is one. Who attempted is unknown. */
const failedAttempt = (action: string, email: string, known: UserRow | undefined) => ({
  action,
  accountId: known?.account_id ?? null,
  userId: null,
  details: { email: email.slice(0, MAX_EMAIL) },
})
