import { fail } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Deps } from '#server/container.ts'
import type { Db } from '#server/db/database.ts'
import type { CallInfo } from '#server/http/call.ts'
import { emailChangeAskedMail } from '#server/mail/templates/change-email.mail.ts'
import { replaceRecipient } from '#server/modules/report-schedules/recipients.repo.ts'
import { findUser, findUserByEmail, normalEmail, type UserRow, updateEmail } from '#server/modules/users/users.repo.ts'
import { mailLink, newEmailLink } from './link-mail.ts'
import { forgetOneTimeTokens } from './one-time-tokens.repo.ts'

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
export const adoptEmail = async (deps: Deps, trx: Db, call: CallInfo, proved: ProvedEmail): Promise<void> => {
  const { accountId, userId, email } = proved
  const user = await findUser(trx, proved)
  if (!user) throw fail('auth.invalid_link')
  if (!(await updateEmail(trx, proved))) throw taken()
  await forgetOneTimeTokens(trx, proved, ['reset', 'verify', 'change'])
  await replaceRecipient(trx, accountId, { from: user.email, to: email })
  await writeAudit(deps, trx, call, { action: 'user.email_changed', accountId, userId })
}
