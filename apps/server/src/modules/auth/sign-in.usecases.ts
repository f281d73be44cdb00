import type { Session } from '#contract/auth.ts'
import { Failure, fail, failFields } from '#contract/errors.ts'
import { REQUIRED } from '#contract/fields.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CallInfo } from '#server/http/call.ts'
import { presentUser } from '#server/modules/users/user.present.ts'
import { findUserByEmail, normalEmail, type UserRow, updateUser } from '#server/modules/users/users.repo.ts'
import { verifyPassword } from './password-hash.ts'
import { clearLimit, demandWithinLimit } from './rate-limit.ts'
import { beginSession } from './session.usecases.ts'

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
    return { email: normalEmail(username), password }
  }
  throw failFields(
    'request.invalid',
    missing.map(([field]) => ({ field, message: REQUIRED })),
  )
}

/**
 * Signs in by e-mail and password. An unknown address, a wrong password and a disabled user are answered alike, after
 * the same work.
 *
 * @throws Failure `auth.invalid_credentials`, `request.too_many` after ten wrong tries for the address from this place
 */
export const signIn = async (deps: Deps, call: CallInfo, username: unknown, password: unknown): Promise<Session> => {
  const given = readCredentials(username, password)
  await demandTriesLeft(deps, call, given.email)
  const user = await verifiedUser(deps, given)
  if (!user) return refuse(deps, call, given.email)
  await clearLimit(deps, 'signIn', given.email, call.ip)
  return inTransaction(deps.db, async (trx) => {
    const signedIn = await updateUser(
      trx,
      { accountId: user.account_id, userId: user.id },
      { last_login_at: new Date(deps.clock.now()) },
    )
    if (!signedIn) throw fail('auth.invalid_credentials')
    const tokens = await beginSession(deps, trx, call, signedIn)
    await writeAudit(deps, trx, call, { action: 'session.began', accountId: user.account_id, userId: user.id })
    return { ...tokens, user: presentUser(signedIn) }
  })
}

const verifiedUser = async (deps: Deps, { email, password }: Credentials): Promise<UserRow | null> => {
  if (email.length > MAX_EMAIL || password.length > MAX_PASSWORD) return null
  const user = await findUserByEmail(deps.db, email)
  const isRight = await verifyPassword(user?.password_hash ?? null, password)
  return user && isRight && !user.disabled_at ? user : null
}

const demandTriesLeft = async (deps: Deps, call: CallInfo, email: string): Promise<void> => {
  try {
    await demandWithinLimit(deps, 'signIn', email, call.ip)
  } catch (error) {
    if (error instanceof Failure) await writeAudit(deps, deps.db, call, attempt('session.limited', email))
    throw error
  }
}

const refuse = async (deps: Deps, call: CallInfo, email: string): Promise<never> => {
  await writeAudit(deps, deps.db, call, attempt('session.refused', email))
  throw fail('auth.invalid_credentials')
}

const attempt = (action: string, email: string) =>
  ({ action, accountId: null, userId: null, details: { email: email.slice(0, MAX_EMAIL) } }) as const
