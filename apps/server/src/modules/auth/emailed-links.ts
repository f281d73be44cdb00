import { DAY_MS } from '#domain/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import {
  addedUserMail,
  confirmNewEmailMail,
  emailChangedMail,
  emailChangeRequestedMail,
  resetPasswordMail,
  verifyEmailMail,
} from '#server/mail/templates/account-emails.mail.ts'
import type { MailContent } from '#server/mail/templates/mail-page.ts'
import type { UserRow } from '#server/modules/users/index.ts'
import { type OneTimeTokenKind, storeOneTimeToken } from './one-time-tokens.repo.ts'

/** A single-use link: its page on the web, its lifetime, and the email that carries it. */
export interface EmailedLink {
  readonly kind: OneTimeTokenKind
  readonly path: string
  readonly lifetimeMs: number
  readonly buildContent: (values: { firstName: string; link: string }) => MailContent
  /** the address that the link verifies or restores and that the email goes to; absent: the user's current one */
  readonly to?: string
  /** the session that asks for it and stays signed in when the link is opened */
  readonly sessionId?: string
}

const MINUTE = 60_000

export const verificationLink: EmailedLink = {
  kind: 'verify',
  path: '/verify-email',
  lifetimeMs: DAY_MS,
  buildContent: verifyEmailMail,
}

export const resetLink: EmailedLink = {
  kind: 'reset',
  path: '/reset-password',
  lifetimeMs: 30 * MINUTE,
  buildContent: resetPasswordMail,
}

/** Verifies a new address before it replaces the user's current one. */
export const emailChangeLink = (email: string, sessionId: string): EmailedLink => ({
  ...verificationLink,
  kind: 'change',
  buildContent: confirmNewEmailMail,
  to: email,
  sessionId,
})

/** Restores the address that a requested or completed change replaces. The email goes to that address. */
export const emailUndoLink = (email: string, state: 'requested' | 'changed'): EmailedLink => ({
  kind: 'undo',
  path: '/undo-email-change',
  lifetimeMs: 7 * DAY_MS,
  buildContent: state === 'requested' ? emailChangeRequestedMail : emailChangedMail,
  to: email,
})

interface AddedUser {
  readonly accountName: string
  readonly addedByName: string
}

/** Lets a user who was added by a colleague set a first password, and proves the address. */
export const firstPasswordLink = (email: string, adding: AddedUser): EmailedLink => ({
  ...resetLink,
  to: email,
  lifetimeMs: 7 * DAY_MS,
  buildContent: (values) => addedUserMail({ ...values, ...adding }),
})

/** Random bytes in an emailed token. */
export const TOKEN_BYTES = 32

/** Emails a user a single-use link and invalidates earlier links of the same kind, except links that undo a change. The origin comes from configuration, never from a header. */
export const emailLink = async (deps: Deps, trx: Db, user: UserRow, given: EmailedLink): Promise<void> => {
  const { kind, path, lifetimeMs, buildContent, to, sessionId = null } = given
  const token = deps.ids.token(TOKEN_BYTES)
  const { id: userId, account_id: accountId } = user
  const now = deps.clock.now()
  const row = { id: deps.ids.next(), token, kind, accountId, userId, email: to ?? null, sessionId, now, lifetimeMs }
  await storeOneTimeToken(trx, row)
  const link = `${deps.publicUrl}${path}?${new URLSearchParams({ token, userId })}`
  const content = buildContent({ firstName: user.first_name, link })
  await deps.mailer.queue(trx, { accountId, to: to ?? user.email, content })
}
