import { fail } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { findUser, updateUser } from '#server/modules/users/users.repo.ts'
import { adoptEmail } from './email-change.usecases.ts'
import { mailLink, newEmailLink, verifyLink } from './link-mail.ts'
import { consumeOneTimeToken, findPendingEmail } from './one-time-tokens.repo.ts'
import { demandWithinLimit } from './rate-limit.ts'

/**
 * Mails the link again: to a new address that waits for it, else to the user's own. Who has nothing to confirm gets none.
 * Errors: `request.too_many` within a minute of the last.
 */
export const requestEmailVerification = async (deps: Deps, caller: Caller): Promise<void> => {
  await demandWithinLimit(deps, 'verificationMail', caller.userId)
  const user = await findUser(deps.db, caller)
  if (!user) return
  const pending = await findPendingEmail(deps.db, caller, deps.clock.now())
  if (pending === null && user.email_verified) return
  const link = pending === null ? verifyLink : newEmailLink(pending)
  await inTransaction(deps.db, (trx) => mailLink(deps, trx, user, link))
}

interface MailedToken {
  readonly token: string
  readonly userId: string
}

/** Errors: `auth.invalid_link`, whatever is wrong with it; `account.email_taken` when somebody was faster with the address. */
export const verifyEmail = async (deps: Deps, call: CallInfo, given: MailedToken): Promise<void> => {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (trx) => {
    const change = await consumeOneTimeToken(trx, { ...given, kind: 'change', now })
    if (change?.email) return adoptEmail(deps, trx, call, { ...change, email: change.email })
    const owner = await consumeOneTimeToken(trx, { ...given, kind: 'verify', now })
    if (!owner) throw fail('auth.invalid_link')
    const { accountId, userId } = owner
    await updateUser(trx, owner, { email_verified: true })
    await writeAudit(deps, trx, call, { action: 'user.email_verified', accountId, userId })
  })
}
