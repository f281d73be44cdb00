import { DAY_MS } from '#domain/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import {
  addedUserMail,
  confirmNewEmailMail,
  resetPasswordMail,
  verifyEmailMail,
} from '#server/mail/templates/account-emails.mail.ts'
import type { MailContent } from '#server/mail/templates/mail-page.ts'
import type { UserRow } from '#server/modules/users/index.ts'
import { type OneTimeTokenKind, replaceOneTimeToken } from './one-time-tokens.repo.ts'

/** A single-use link: its page on the web, its lifetime, and the email that carries it. */
export interface EmailedLink {
  readonly kind: OneTimeTokenKind
  readonly path: string
  readonly lifetimeMs: number
  readonly buildContent: (values: { firstName: string; link: string }) => MailContent
  /** the address that the link verifies and that the email goes to; absent: the user's current one */
  readonly to?: string
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
export const emailChangeLink = (email: string): EmailedLink => ({
  ...verificationLink,
  kind: 'change',
  buildContent: confirmNewEmailMail,
  to: email,
})

interface AddedUser {
  readonly accountName: string
  readonly addedByName: string
}

/** Lets a user who was added by a colleague set a first password. */
export const firstPasswordLink = (adding: AddedUser): EmailedLink => ({
  ...resetLink,
  lifetimeMs: 7 * DAY_MS,
  buildContent: (values) => addedUserMail({ ...values, ...adding }),
})

/** Random bytes in an emailed token. */
export const TOKEN_BYTES = 32

/** Emails a user a single-use link and invalidates earlier links of the same kind. The origin comes from configuration, never from a header. */
export const emailLink = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'mailer' | 'publicUrl'>,
  trx: Db,
  user: UserRow,
  given: EmailedLink,
): Promise<void> => {
  const { kind, path, lifetimeMs, buildContent, to } = given
  const token = deps.ids.token(TOKEN_BYTES)
  const { id: userId, account_id: accountId } = user
  const now = deps.clock.now()
  const row = { id: deps.ids.next(), token, kind, accountId, userId, email: to ?? null, now, lifetimeMs }
  await replaceOneTimeToken(trx, row)
  const link = `${deps.publicUrl}${path}?${new URLSearchParams({ token, userId })}`
  const content = buildContent({ firstName: user.first_name, link })
  await deps.mailer.queue(trx, { accountId, to: to ?? user.email, content })
}
