import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CallInfo } from '#server/http/call.ts'
import { findAccount } from '#server/modules/accounts/accounts.repo.ts'
import { findUser, findUserByEmail, normalEmail, updateUser } from '#server/modules/users/users.repo.ts'
import { mailLink, resetLink } from './link-mail.ts'
import { consumeOneTimeToken, findOneTimeToken, forgetOneTimeTokens } from './one-time-tokens.repo.ts'
import { isCommonPassword } from './password-blocklist.ts'
import { hashPassword } from './password-hash.ts'
import { demandWithinLimit } from './rate-limit.ts'
import { deleteSessionsOf } from './sessions.repo.ts'

// Well above what queueing a mail takes, so that the time of the answer does not tell whether one was queued.
const ANSWER_AFTER_MS = 120

/** Queues a reset mail when the address has a user; answers alike, and after the same time, when it has none. */
export const requestPasswordReset = async (deps: Deps, call: CallInfo, email: string): Promise<void> => {
  await demandWithinLimit(deps, 'passwordReset', normalEmail(email))
  await Promise.all([pause(ANSWER_AFTER_MS), queueReset(deps, call, email)])
}

const queueReset = async (deps: Deps, call: CallInfo, email: string): Promise<void> => {
  const user = await findUserByEmail(deps.db, email)
  if (!user || user.disabled_at) return
  await inTransaction(deps.db, async (trx) => {
    await mailLink(deps, trx, user, resetLink)
    const { account_id: accountId, id: userId } = user
    await writeAudit(deps, trx, call, { action: 'user.password_reset_requested', accountId, userId })
  })
}

interface PasswordReset {
  readonly token: string
  readonly userId: string
  readonly password: string
}

/**
 * Sets a new password by a mailed token, which it uses up, and ends every session of the user and any change of address. Whoever has the mail owns
 * the address, so it counts as verified.
 *
 * @throws Failure `auth.invalid_link`, `auth.password_too_common` (the link still works then)
 */
export const resetPassword = async (
  deps: Deps,
  call: CallInfo,
  { token, userId, password }: PasswordReset,
): Promise<void> => {
  const given = { token, userId, kind: 'reset', now: deps.clock.now() } as const
  await demandUncommonPassword(deps, given, password)
  const passwordHash = await hashPassword(password)
  await inTransaction(deps.db, async (trx) => {
    const owner = await consumeOneTimeToken(trx, given)
    if (!owner) throw fail('auth.invalid_link')
    await updateUser(trx, owner, { password_hash: passwordHash, email_verified: true })
    await deleteSessionsOf(trx, owner)
    await forgetOneTimeTokens(trx, owner, ['change'])
    const { accountId, userId: id } = owner
    await writeAudit(deps, trx, call, { action: 'user.password_reset', accountId, userId: id })
  })
}

const demandUncommonPassword = async (
  deps: Deps,
  given: Parameters<typeof findOneTimeToken>[1],
  password: string,
): Promise<void> => {
  const owner = await findOneTimeToken(deps.db, given)
  const user = owner && (await findUser(deps.db, owner))
  const account = owner && (await findAccount(deps.db, owner.accountId))
  if (!user || user.disabled_at || !account) throw fail('auth.invalid_link')
  if (isCommonPassword(password, { email: user.email, accountName: account.name })) {
    throw fail('auth.password_too_common', { field: 'password' })
  }
}
