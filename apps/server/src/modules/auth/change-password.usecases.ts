import { fail } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { passwordChangedMail } from '#server/mail/templates/password-changed.mail.ts'
import { findUser, type UserRow, updateUser } from '#server/modules/users/users.repo.ts'
import { forgetOneTimeTokens } from './one-time-tokens.repo.ts'
import { isCommonPassword } from './password-blocklist.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { clearLimit, demandWithinLimit } from './rate-limit.ts'
import { deleteOtherSessions } from './sessions.repo.ts'

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
  const user = await provenUser(deps, call, caller, currentPassword)
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

const provenUser = async (deps: Deps, call: CallInfo, caller: Caller, password: string): Promise<UserRow> => {
  const { accountId, userId } = caller
  await demandWithinLimit(deps, 'changePassword', userId)
  const user = await findUser(deps.db, caller)
  if (!user) throw fail('auth.invalid_token')
  if (!(await verifyPassword(user.password_hash, password))) {
    await writeAudit(deps, deps.db, call, { action: 'user.password_change_refused', accountId, userId })
    throw fail('auth.wrong_current_password', { field: 'currentPassword' })
  }
  await clearLimit(deps, 'changePassword', userId)
  return user
}
