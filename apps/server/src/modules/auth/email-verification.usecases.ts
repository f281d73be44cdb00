import { fail } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Deps } from '#server/container.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { findUser, updateUser } from '#server/modules/users/users.repo.ts'
import { mailLink } from './link-mail.ts'
import { consumeOneTimeToken } from './one-time-tokens.repo.ts'
import { demandWithinLimit } from './rate-limit.ts'

/** Mails the link again. Who is verified already gets none. Errors: `request.too_many` within a minute of the last. */
export const requestEmailVerification = async (deps: Deps, { accountId, userId }: Caller): Promise<void> => {
  await demandWithinLimit(deps, 'verificationMail', userId)
  const user = await findUser(deps.db, { accountId, userId })
  if (!user || user.email_verified) return
  await inTransaction(deps.db, (trx) => mailLink(deps, trx, user, 'verify'))
}

interface MailedToken {
  readonly token: string
  readonly userId: string
}

/** Errors: `auth.invalid_link`, whatever is wrong with it. */
export const verifyEmail = async (deps: Deps, call: CallInfo, { token, userId }: MailedToken): Promise<void> => {
  await inTransaction(deps.db, async (trx) => {
    const owner = await consumeOneTimeToken(trx, { token, userId, kind: 'verify', now: deps.clock.now() })
    if (!owner) throw fail('auth.invalid_link')
    await updateUser(trx, owner, { email_verified: true })
    await writeAudit(deps, trx, call, { action: 'user.email_verified', ...owner })
  })
}
