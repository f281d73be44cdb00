import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { MailContent } from '#server/mail/message.ts'
import { addedUserMail } from '#server/mail/templates/added-user.mail.ts'
import { confirmNewEmailMail } from '#server/mail/templates/change-email.mail.ts'
import { resetPasswordMail } from '#server/mail/templates/reset-password.mail.ts'
import { verifyEmailMail } from '#server/mail/templates/verify-email.mail.ts'
import type { UserRow } from '#server/modules/users/users.repo.ts'
import { type OneTimeKind, replaceOneTimeToken } from './one-time-tokens.repo.ts'

/** Where a link leads on the web, how long it works, and the letter that carries it. */
export interface MailedLink {
  readonly kind: OneTimeKind
  readonly path: string
  readonly lifetimeMs: number
  readonly letter: (values: { firstName: string; link: string }) => MailContent
  /** the address that the link proves, which the letter goes to; absent: the user's own */
  readonly to?: string
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export const verifyLink: MailedLink = {
  kind: 'verify',
  path: '/verify-email',
  lifetimeMs: DAY,
  letter: verifyEmailMail,
}

export const resetLink: MailedLink = {
  kind: 'reset',
  path: '/reset-password',
  lifetimeMs: 30 * MINUTE,
  letter: resetPasswordMail,
}

/** Proves an address before it becomes the user's. */
export const newEmailLink = (email: string): MailedLink => ({
  ...verifyLink,
  kind: 'change',
  letter: confirmNewEmailMail,
  to: email,
})

interface Adding {
  readonly accountName: string
  readonly addedByName: string
}

/** The first password of a user whom somebody else has added. */
export const firstPasswordLink = (adding: Adding): MailedLink => ({
  ...resetLink,
  lifetimeMs: 7 * DAY,
  letter: (values) => addedUserMail({ ...values, ...adding }),
})

/** Bytes of chance in a mailed token. */
export const TOKEN_BYTES = 32

/** Mails a user a link that works once; earlier links of the kind stop working. The origin is configured, never a header. */
export const mailLink = async (deps: Deps, trx: Db, user: UserRow, given: MailedLink): Promise<void> => {
  const { kind, path, lifetimeMs, letter, to } = given
  const token = deps.ids.token(TOKEN_BYTES)
  const { id: userId, account_id: accountId } = user
  const now = deps.clock.now()
  const row = { id: deps.ids.next(), token, kind, accountId, userId, email: to ?? null, now, lifetimeMs }
  await replaceOneTimeToken(trx, row)
  const link = `${deps.publicUrl}${path}?${new URLSearchParams({ token, userId })}`
  const content = letter({ firstName: user.first_name, link })
  await deps.mailer.queue(trx, { accountId, to: to ?? user.email, content })
}
