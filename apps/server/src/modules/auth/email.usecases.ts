import { assertFound, fail } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { type Db, inTransaction, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import {
  findEmailHolder,
  findUser,
  newPlaceholderEmail,
  normalizeEmail,
  type UserRow,
  updateEmail,
  updateUser,
  userEmailChanged,
} from '#server/modules/users/index.ts'
import { emailChangeLink, emailLink, emailUndoLink, verificationLink } from './emailed-links.ts'
import {
  consumeOneTimeToken,
  deleteLaterUndoTokens,
  deleteOneTimeTokens,
  findPendingEmail,
} from './one-time-tokens.repo.ts'
import { deleteOtherSessions, deleteUserSessions } from './sessions.repo.ts'
import { mustSignOn } from './sign-on-policy.ts'

const emailTaken = () => fail('account.email_taken', { field: 'email' })

/** With another address, a user would leave the domain whose people have to sign in through the provider. */
const assertEmailIsOwn = async (trx: Db, user: UserRow): Promise<void> => {
  if (await mustSignOn(trx, user)) throw fail('sign_on.email_managed', { field: 'email' })
}

interface EmailChange {
  /** as the user entered it */
  readonly email: string
  /** the session of the request, which stays signed in */
  readonly sessionId: string
}

/** Whether a new address differs from the user's current one. */
export const isOtherEmail = (user: UserRow, given: string): boolean => normalizeEmail(given) !== user.email

/**
 * Emails a confirmation link to the new address, and to the current one, if it is verified, a notice with a link that undoes the
 * change; the address changes when the first link is opened. Entering the current address cancels a pending change. The caller has proved the
 * password. Errors: `account.email_taken`, `sign_on.email_managed`.
 */
export const requestEmailChange = async (deps: Deps, trx: Db, user: UserRow, change: EmailChange): Promise<void> => {
  const email = normalizeEmail(change.email)
  const { account_id: accountId, id: userId } = user
  if (email === user.email) return deleteOneTimeTokens(trx, { accountId, userId }, ['change'])
  await assertEmailIsOwn(trx, user)
  if (await findEmailHolder(trx, { email, accountId })) throw emailTaken()
  await emailLink(deps, trx, user, emailChangeLink(email, change.sessionId))
  await emailUndo(deps, trx, user, 'requested')
}

/** An address that the user never proved may be somebody else's, who would take the user over with this link. */
const emailUndo = async (deps: Deps, trx: Db, user: UserRow, state: 'requested' | 'changed'): Promise<void> => {
  if (user.email_verified) await emailLink(deps, trx, user, emailUndoLink(user.email, state))
}

/**
 * Gives a user an address that they have just proved: it is theirs unless another user has proved it, too. Errors:
 * `account.email_taken`.
 */
export const takeProvedEmail = async (
  deps: Deps,
  trx: Db,
  call: CallInfo,
  { user, email }: { readonly user: UserRow; readonly email: string },
): Promise<void> => {
  const { account_id: accountId, id: userId } = user
  await releaseUnverifiedEmail(deps, trx, call, { email, accountId })
  if (!(await updateEmail(trx, { accountId, userId, email }))) throw emailTaken()
  await deps.events.publish(trx, userEmailChanged, { accountId, from: user.email, to: email })
}

interface ConfirmedEmail {
  readonly accountId: number
  readonly userId: string
  readonly email: string
  readonly sessionId: string | null
}

/**
 * Applies the new address, invalidates links sent to the old one, ends the sessions other than the one that asked for the change,
 * and emails the old address, if it was verified, a link that undoes it. Errors: `account.email_taken`.
 */
const confirmEmailChange = async (deps: Deps, trx: Db, call: CallInfo, proved: ConfirmedEmail): Promise<void> => {
  const { accountId, userId, email } = proved
  const user = assertFound(await findUser(trx, proved), 'auth.invalid_link')
  await assertEmailIsOwn(trx, user)
  await takeProvedEmail(deps, trx, call, { user, email })
  await deleteOneTimeTokens(trx, proved, ['reset', 'verify', 'change'])
  await deleteOtherSessions(trx, { accountId, userId, sessionId: proved.sessionId ?? '' })
  await emailUndo(deps, trx, user, 'changed')
  await writeAudit(deps, trx, call, { action: 'user.email_changed', accountId, userId })
}

/**
 * Resends the verification link to the pending new address, or to the current one if it is unverified.
 * Errors: `request.too_many` within a minute of the last email.
 */
export const requestEmailVerification = async (deps: Deps, caller: Caller): Promise<void> => {
  const user = await findUser(deps.db, caller)
  if (!user) return
  const pending = await findPendingEmail(deps.db, caller, deps.clock.now())
  if (pending === null && user.email_verified) return
  const link = pending === null ? verificationLink : emailChangeLink(pending, caller.sessionId)
  await inTransaction(deps.db, (trx) => emailLink(deps, trx, user, link))
}

interface EmailedToken {
  readonly token: string
  readonly userId: string
}

/** Errors: `auth.invalid_link` for every invalid token; `account.email_taken` when another user has taken the address; `sign_on.email_managed`. */
export const verifyEmail = async (deps: Deps, call: CallInfo, given: EmailedToken): Promise<void> => {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (trx) => {
    const change = await consumeOneTimeToken(trx, { ...given, kind: 'change', now })
    if (change?.email) return confirmEmailChange(deps, trx, call, { ...change, email: change.email })
    const owner = assertFound(await consumeOneTimeToken(trx, { ...given, kind: 'verify', now }), 'auth.invalid_link')
    const { accountId, userId } = owner
    await updateUser(trx, owner, { email_verified: true })
    await writeAudit(deps, trx, call, { action: 'user.email_verified', accountId, userId })
  })
}

/**
 * Restores the address that a change replaced or is about to replace, ends all of the user's sessions, and invalidates emailed links,
 * pending changes and links that undo later changes. Errors: `auth.invalid_link` for every invalid token, `sign_on.email_managed`.
 */
export const undoEmailChange = async (deps: Deps, call: CallInfo, given: EmailedToken): Promise<void> => {
  await inTransaction(deps.db, async (trx) => {
    const undo = await consumeOneTimeToken(trx, { ...given, kind: 'undo', now: deps.clock.now() })
    const user = undo && (await findUser(trx, undo))
    if (!undo?.email || !user) throw fail('auth.invalid_link')
    await assertEmailIsOwn(trx, user)
    const { accountId, userId, email } = undo
    await takeProvedEmail(deps, trx, call, { user, email })
    await deleteOneTimeTokens(trx, undo, ['reset', 'verify', 'change'])
    await deleteLaterUndoTokens(trx, { ...undo, email })
    await deleteUserSessions(trx, undo)
    await writeAudit(deps, trx, call, { action: 'user.email_change_undone', accountId, userId })
  })
}

/**
 * Frees an address that a user of another account has and never proved, for somebody who has. That user keeps everything else, and
 * gets an address that receives no email until they enter another one.
 */
export const releaseUnverifiedEmail = async (
  deps: Deps,
  trx: Db,
  call: CallInfo,
  { email, accountId: provedBy }: { readonly email: string; readonly accountId: number },
): Promise<void> => {
  // Unscoped, as an address is unique across all accounts.
  const released = await unscoped(trx)
    .updateTable('users')
    .set({ email: newPlaceholderEmail() })
    .where((eb) => eb.and({ email: normalizeEmail(email), email_verified: false }))
    .where('account_id', '<>', provedBy)
    .returning(['account_id as accountId', 'id as userId', 'email as to'])
    .executeTakeFirst()
  if (!released) return
  const { accountId, userId, to } = released
  await deleteOneTimeTokens(trx, released, ['reset', 'verify'])
  await deps.events.publish(trx, userEmailChanged, { accountId, from: normalizeEmail(email), to })
  await writeAudit(deps, trx, call, { action: 'user.email_released', accountId, userId })
}
