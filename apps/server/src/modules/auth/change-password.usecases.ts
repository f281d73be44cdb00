import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { passwordChangedMail } from '#server/mail/templates/password-changed.mail.ts'
import { updateUser } from '#server/modules/users/users.repo.ts'
import { forgetOneTimeTokens } from './one-time-tokens.repo.ts'
import { isCommonPassword } from './password-blocklist.ts'
import { hashPassword } from './password-hash.ts'
import { provenUser } from './proven-user.ts'
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
