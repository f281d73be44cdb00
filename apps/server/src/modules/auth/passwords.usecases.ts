import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { passwordChangedMail } from '#server/mail/templates/password-changed.mail.ts'
import { findAccount } from '#server/modules/accounts/accounts.repo.ts'
import { findUser, findUserByEmail, normalEmail, type UserRow, updateUser } from '#server/modules/users/users.repo.ts'
import { assertWithinLimit, clearLimit } from '#server/platform/rate-limit.ts'
import { mailLink, resetLink } from './emailed-links.ts'
import { consumeOneTimeToken, findOneTimeToken, forgetOneTimeTokens } from './one-time-tokens.repo.ts'
import { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts'
import { deleteOtherSessions, deleteSessionsOf } from './sessions.repo.ts'

interface Proof {
  readonly password: string
  /** of the input, where it came */
  readonly field: 'password' | 'currentPassword'
  /** what the audit log calls a wrong one */
  readonly refusedAs: string
}

/**
 * The caller, who has just given the own password: a session alone is not enough for some things.
 *
 * @throws Failure `auth.wrong_current_password`, `request.too_many` after ten wrong tries, whatever they were for
 */
export const provenUser = async (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  { password, field, refusedAs }: Proof,
): Promise<UserRow> => {
  const { accountId, userId } = caller
  await assertWithinLimit(deps, 'currentPassword', userId)
  const user = await findUser(deps.db, caller)
  if (!user) throw fail('auth.invalid_token')
  if (!(await verifyPassword(user.password_hash, password))) {
    await writeAudit(deps, deps.db, call, { action: refusedAs, accountId, userId })
    throw fail('auth.wrong_current_password', { field })
  }
  await clearLimit(deps, 'currentPassword', userId)
  return user
}

interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
}

/**
 * Sets a new password, ends the user's other sessions and whatever was mailed before, and mails word of it.
 *
 * @throws Failure `auth.wrong_current_password`, `auth.password_too_common`, `request.too_many` after ten wrong tries
 */
export const changePassword = async (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  { currentPassword, newPassword }: PasswordChange,
): Promise<void> => {
  const proof = {
    password: currentPassword,
    field: 'currentPassword',
    refusedAs: 'user.password_change_refused',
  } as const
  const user = await provenUser(deps, call, caller, proof)
  if (isCommonPassword(newPassword, { email: user.email, accountName: caller.account.name })) {
    throw fail('auth.password_too_common', { field: 'newPassword' })
  }
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(deps.db, async (trx) => {
    await updateUser(trx, caller, { password_hash: passwordHash })
    await deleteOtherSessions(trx, caller)
    await forgetOneTimeTokens(trx, caller, ['reset', 'change'])
    const content = passwordChangedMail({ firstName: user.first_name, link: `${deps.publicUrl}/forgot-password` })
    await deps.mailer.queue(trx, { accountId: caller.accountId, to: user.email, content })
  })
}

// Well above what queueing a mail takes, so that the time of the answer does not tell whether one was queued.
const ANSWER_AFTER_MS = 120

/** Queues a reset mail when the address has a user; answers alike, and after the same time, when it has none. */
export const requestPasswordReset = async (deps: Deps, call: CallInfo, email: string): Promise<void> => {
  await assertWithinLimit(deps, 'passwordReset', normalEmail(email))
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
