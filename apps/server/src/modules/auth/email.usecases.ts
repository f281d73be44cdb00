import { fail } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { emailChangeRequestedMail } from '#server/mail/templates/account-emails.mail.ts'
import {
  findUser,
  findUserByEmail,
  normalizeEmail,
  type UserRow,
  updateEmail,
  updateUser,
  userEmailChanged,
} from '#server/modules/users/index.ts'
import { emailChangeLink, emailLink, verificationLink } from './emailed-links.ts'
import { consumeOneTimeToken, deleteOneTimeTokens, findPendingEmail } from './one-time-tokens.repo.ts'

const emailTaken = () => fail('account.email_taken', { field: 'email' })

/**
 * Emails a confirmation link to the new address and a notice to the current one; the address changes when the link is opened.
 * Entering the current address cancels a pending change. Errors: `account.email_taken`.
 */
export const requestEmailChange = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'mailer' | 'publicUrl'>,
  trx: Db,
  user: UserRow,
  given: string,
): Promise<void> => {
  const email = normalizeEmail(given)
  const { account_id: accountId, id: userId, first_name: firstName } = user
  if (email === user.email) return deleteOneTimeTokens(trx, { accountId, userId }, ['change'])
  if (await findUserByEmail(trx, email)) throw emailTaken()
  await emailLink(deps, trx, user, emailChangeLink(email))
  const content = emailChangeRequestedMail({ firstName, link: `${deps.publicUrl}/forgot-password` })
  await deps.mailer.queue(trx, { accountId, to: user.email, content })
}

interface ConfirmedEmail {
  readonly accountId: number
  readonly userId: string
  readonly email: string
}

/** Applies the new address and invalidates links sent to the old one. Errors: `account.email_taken`. */
const confirmEmailChange = async (
  deps: Pick<Deps, 'clock' | 'log' | 'events'>,
  trx: Db,
  call: CallInfo,
  proved: ConfirmedEmail,
): Promise<void> => {
  const { accountId, userId, email } = proved
  const user = await findUser(trx, proved)
  if (!user) throw fail('auth.invalid_link')
  if (!(await updateEmail(trx, proved))) throw emailTaken()
  await deleteOneTimeTokens(trx, proved, ['reset', 'verify', 'change'])
  await deps.events.publish(trx, userEmailChanged, { accountId, from: user.email, to: email })
  await writeAudit(deps, trx, call, { action: 'user.email_changed', accountId, userId })
}

/**
 * Resends the verification link to the pending new address, or to the current one if it is unverified.
 * Errors: `request.too_many` within a minute of the last email.
 */
export const requestEmailVerification = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db' | 'mailer' | 'publicUrl'>,
  caller: Caller,
): Promise<void> => {
  const user = await findUser(deps.db, caller)
  if (!user) return
  const pending = await findPendingEmail(deps.db, caller, deps.clock.now())
  if (pending === null && user.email_verified) return
  const link = pending === null ? verificationLink : emailChangeLink(pending)
  await inTransaction(deps.db, (trx) => emailLink(deps, trx, user, link))
}

interface EmailedToken {
  readonly token: string
  readonly userId: string
}

/** Errors: `auth.invalid_link` for every invalid token; `account.email_taken` when another user has taken the address. */
export const verifyEmail = async (
  deps: Pick<Deps, 'clock' | 'log' | 'db' | 'events'>,
  call: CallInfo,
  given: EmailedToken,
): Promise<void> => {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (trx) => {
    const change = await consumeOneTimeToken(trx, { ...given, kind: 'change', now })
    if (change?.email) return confirmEmailChange(deps, trx, call, { ...change, email: change.email })
    const owner = await consumeOneTimeToken(trx, { ...given, kind: 'verify', now })
    if (!owner) throw fail('auth.invalid_link')
    const { accountId, userId } = owner
    await updateUser(trx, owner, { email_verified: true })
    await writeAudit(deps, trx, call, { action: 'user.email_verified', accountId, userId })
  })
}
