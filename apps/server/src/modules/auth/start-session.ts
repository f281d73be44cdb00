import type { TokenInfo } from '#contract/auth.ts'
import { fail } from '#contract/errors.ts'
import { isPermitted } from '#domain/role.ts'
import { afterCommit, type Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { DEMO_SIGN_IN } from '#server/env.ts'
import type { CallInfo } from '#server/http/call.ts'
import { deletionDueDate, findAccount, formatLongDate } from '#server/modules/accounts/index.ts'
import type { UserRow } from '#server/modules/users/index.ts'
import { buildTokenPair, newSessionTimes } from './session-tokens.ts'
import { insertSession } from './sessions.repo.ts'

/** A deleted account accepts only its owners, who can restore it. Throws `account.deleted`. */
const assertAccountOpen = async (db: Db, { account_id, roles }: UserRow): Promise<void> => {
  if (isPermitted(roles, 'ownership')) return
  const account = await findAccount(db, account_id)
  const due = account && deletionDueDate(account)
  if (due) throw fail('account.deleted', { values: { date: formatLongDate(due, account.time_zone) } })
}

/** How the user of a new session proved who they are, besides a password; null: not so. */
interface SessionProof {
  readonly secondFactorAt?: Date | null
  /** by the account's provider */
  readonly signedOnAt?: Date | null
}

/** Opens the account's data while the app loads, so that the first numbers need not wait for it. What fails here fails again there. */
export const openAhead = ({ warehouse }: Deps, accountId: number): void => {
  warehouse.files.openAhead(accountId).catch(() => undefined)
}

/** Creates a session for an authenticated user. Throws `account.deleted` for users who are not owners of a deleted account. */
export const createSession = async (
  deps: Deps,
  db: Db,
  call: CallInfo,
  user: UserRow,
  { secondFactorAt = null, signedOnAt = null }: SessionProof = {},
): Promise<TokenInfo> => {
  await assertAccountOpen(db, user)
  const now = deps.clock.now()
  const session = {
    id: deps.ids.next(),
    accountId: user.account_id,
    userId: user.id,
    counter: 1,
    signedOnAt,
    ...newSessionTimes(now),
  }
  const userAgent = call.userAgent?.slice(0, 500) ?? null
  await insertSession(db, { ...session, ip: call.ip, userAgent, secondFactorAt })
  afterCommit(() => openAhead(deps, user.account_id))
  return buildTokenPair(deps.keys.session, session, now)
}

/** The demo's password is public, so only this computer may use it. Anybody else gets the response of a wrong password. */
export const isDemoRefused = ({ log }: Deps, call: CallInfo, { email }: UserRow): boolean => {
  if (email !== DEMO_SIGN_IN.email || call.isLocal) return false
  log.warn(
    { ip: call.ip },
    `refused to sign in ${email}: the password of the demo is public, and others can reach this server`,
  )
  return true
}
