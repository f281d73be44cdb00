import { fail } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Db } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { emailChangeAskedMail } from '#server/mail/templates/change-email.mail.ts'
import { replaceRecipient } from '#server/modules/report-schedules/recipients.repo.ts'
import {
  findUser,
  findUserByEmail,
  normalEmail,
  type UserRow,
  updateEmail,
  updateUser,
} from '#server/modules/users/users.repo.ts'
import { assertWithinLimit } from '#server/platform/rate-limit.ts'
import { mailLink, newEmailLink, verifyLink } from './emailed-links.ts'
import { consumeOneTimeToken, findPendingEmail, forgetOneTimeTokens } from './one-time-tokens.repo.ts'

const taken = () => fail('account.email_taken', { field: 'email' })

/**
 * Mails a link to a new address and word of it to the present one; the address changes when the link is opened. The present
 * address given again takes the wish back. Errors: `account.email_taken`.
 */
export const askForEmailChange = async (deps: Deps, trx: Db, user: UserRow, given: string): Promise<void> => {
  const email = normalEmail(given)
  const { account_id: accountId, id: userId, first_name: firstName } = user
  if (email === user.email) return forgetOneTimeTokens(trx, { accountId, userId }, ['change'])
  if (await findUserByEmail(trx, email)) throw taken()
  await mailLink(deps, trx, user, newEmailLink(email))
  const content = emailChangeAskedMail({ firstName, link: `${deps.publicUrl}/forgot-password` })
  await deps.mailer.queue(trx, { accountId, to: user.email, content })
}

interface ProvedEmail {
  readonly accountId: number
  readonly userId: string
  readonly email: string
}

/** The new address takes effect: links that went to the old one end, reports follow. Errors: `account.email_taken`. */
const adoptEmail = async (deps: Deps, trx: Db, call: CallInfo, proved: ProvedEmail): Promise<void> => {
  const { accountId, userId, email } = proved
  const user = await findUser(trx, proved)
  if (!user) throw fail('auth.invalid_link')
  if (!(await updateEmail(trx, proved))) throw taken()
  await forgetOneTimeTokens(trx, proved, ['reset', 'verify', 'change'])
  await replaceRecipient(trx, accountId, { from: user.email, to: email })
  await writeAudit(deps, trx, call, { action: 'user.email_changed', accountId, userId })
}

/**
 * Mails the link again: to a new address that waits for it, else to the user's own. Who has nothing to confirm gets none.
 * Errors: `request.too_many` within a minute of the last.
 */
export const requestEmailVerification = async (deps: Deps, caller: Caller): Promise<void> => {
  await assertWithinLimit(deps, 'verificationMail', caller.userId)
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
