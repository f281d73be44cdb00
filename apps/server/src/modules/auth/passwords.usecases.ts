import { setTimeout as pause } from 'node:timers/promises'
import { assertFound, fail } from '#contract/errors.ts'
import { writeAudit, writeDeniedAudit } from '#server/audit/write-audit.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { passwordChangedMail } from '#server/mail/templates/account-emails.mail.ts'
import { findAccount } from '#server/modules/accounts/index.ts'
import {
  findUser,
  findUserByEmail,
  normalizeEmail,
  type UserRow,
  updateProvedUser,
  updateUser,
} from '#server/modules/users/index.ts'
import { assertWithinLimit, clearLimit, clientNetwork } from '#server/platform/rate-limit.ts'
import { takeProvedEmail } from './email.usecases.ts'
import { emailLink, resetLink } from './emailed-links.ts'
import { consumeOneTimeToken, deleteOneTimeTokens, findOneTimeToken } from './one-time-tokens.repo.ts'
import { hashNewPassword, verifyPassword } from './passwords.ts'
import { deleteOtherSessions, deleteUserSessions } from './sessions.repo.ts'
import { mustSignOn } from './sign-on-policy.ts'

interface PasswordCheck {
  readonly password: string
  /** name of the input field */
  readonly field: 'password' | 'currentPassword'
  /** audit action of a wrong password */
  readonly failureAction: string
}

/**
 * Verifies the caller's current password, which some actions require in addition to a session.
 *
 * @throws Failure `auth.wrong_current_password`, `request.too_many` after ten wrong attempts across all such actions
 */
export const verifyCurrentPassword = async (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  { password, field, failureAction }: PasswordCheck,
): Promise<UserRow> => {
  const { accountId, userId } = caller
  await assertWithinLimit(deps, 'currentPassword', userId)
  const user = assertFound(await findUser(deps.db, caller), 'auth.invalid_token')
  if (!(await verifyPassword(user.password_hash, password))) {
    await writeDeniedAudit(deps, deps.db, call, { action: failureAction, accountId, userId })
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
 * Sets a new password, ends the user's other sessions, invalidates emailed links, and emails a confirmation.
 *
 * @throws Failure `auth.wrong_current_password`, `auth.password_too_common`, `request.too_many` after ten wrong attempts
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
    failureAction: 'user.password_change_refused',
  } as const
  const user = await verifyCurrentPassword(deps, call, caller, proof)
  const owner = { email: user.email, accountName: caller.account.name }
  const passwordHash = await hashNewPassword(newPassword, owner, 'newPassword')
  await inTransaction(deps.db, async (trx) => {
    const changed = await updateProvedUser(trx, user, { password_hash: passwordHash })
    if (!changed) throw fail('auth.wrong_current_password', { field: 'currentPassword' })
    await deleteOtherSessions(trx, caller)
    await deleteOneTimeTokens(trx, caller, ['reset', 'change'])
    const content = passwordChangedMail({ firstName: user.first_name, link: `${deps.publicUrl}/forgot-password` })
    await deps.mailer.queue(trx, { accountId: caller.accountId, to: user.email, content })
  })
}

// Well above the time to queue an email, so that the response time does not reveal whether one was queued.
const MIN_RESPONSE_MS = 120

/** Queues a reset email if the address belongs to a user who may use a password. The response and its timing are the same if it does not. */
export const requestPasswordReset = async (deps: Deps, call: CallInfo, email: string): Promise<void> => {
  await assertWithinLimit(deps, 'passwordResetNetwork', clientNetwork(call.ip))
  await assertWithinLimit(deps, 'passwordReset', normalizeEmail(email))
  await Promise.all([pause(MIN_RESPONSE_MS), queueResetEmail(deps, call, email)])
}

const queueResetEmail = async (deps: Deps, call: CallInfo, email: string): Promise<void> => {
  const user = await findUserByEmail(deps.db, email)
  if (!user || user.disabled_at || (await mustSignOn(deps.db, user))) return
  await inTransaction(deps.db, async (trx) => {
    await emailLink(deps, trx, user, resetLink)
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
 * Sets a new password with an emailed token, which it consumes, and ends all of the user's sessions and any pending email change.
 * Receiving the email proves ownership of the address, so it counts as verified.
 *
 * @throws Failure `auth.invalid_link`, `auth.password_too_common`, `sign_on.required`, `account.email_taken` (the link keeps working)
 */
export const resetPassword = async (
  deps: Deps,
  call: CallInfo,
  { token, userId, password }: PasswordReset,
): Promise<void> => {
  const given = { token, userId, kind: 'reset', now: deps.clock.now() } as const
  const passwordHash = await hashNewPassword(password, await findPasswordOwner(deps, given))
  await inTransaction(deps.db, async (trx) => {
    const owner = await consumeOneTimeToken(trx, given)
    const user = owner && (await findUser(trx, owner))
    if (!owner || !user) throw fail('auth.invalid_link')
    if (await mustSignOn(trx, user)) throw fail('sign_on.required')
    const { email } = owner
    if (email !== null && email !== user.email) await takeProvedEmail(deps, trx, call, { user, email })
    await updateUser(trx, owner, { password_hash: passwordHash, email_verified: true })
    await deleteUserSessions(trx, owner)
    await deleteOneTimeTokens(trx, owner, ['change'])
    const { accountId, userId: id } = owner
    await writeAudit(deps, trx, call, { action: 'user.password_reset', accountId, userId: id })
  })
}

const findPasswordOwner = async (deps: Deps, given: Parameters<typeof findOneTimeToken>[1]) => {
  const owner = await findOneTimeToken(deps.db, given)
  const user = owner && (await findUser(deps.db, owner))
  const account = owner && (await findAccount(deps.db, owner.accountId))
  if (!user || user.disabled_at || !account) throw fail('auth.invalid_link')
  return { email: owner.email ?? user.email, accountName: account.name }
}
