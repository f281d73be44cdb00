import type { Deps } from '#server/container.ts'
import type { Db } from '#server/db/database.ts'
import type { MailContent } from '#server/mail/message.ts'
import { resetPasswordMail } from '#server/mail/templates/reset-password.mail.ts'
import { verifyEmailMail } from '#server/mail/templates/verify-email.mail.ts'
import type { UserRow } from '#server/modules/users/users.repo.ts'
import { type OneTimeKind, replaceOneTimeToken } from './one-time-tokens.repo.ts'

type Letter = (values: { firstName: string; link: string }) => MailContent

/** Where each link leads on the web, and the letter that carries it. */
const LINKS: Readonly<Record<OneTimeKind, { path: string; letter: Letter }>> = {
  verify: { path: '/verify-email', letter: verifyEmailMail },
  reset: { path: '/reset-password', letter: resetPasswordMail },
}

const TOKEN_BYTES = 32

/** Mails a user a link that works once; earlier links of the kind stop working. The origin is configured, never a header. */
export const mailLink = async (deps: Deps, trx: Db, user: UserRow, kind: OneTimeKind): Promise<void> => {
  const token = deps.ids.token(TOKEN_BYTES)
  const { id: userId, account_id: accountId } = user
  await replaceOneTimeToken(trx, { id: deps.ids.next(), token, kind, accountId, userId, now: deps.clock.now() })
  const { path, letter } = LINKS[kind]
  const link = `${deps.publicUrl}${path}?${new URLSearchParams({ token, userId })}`
  await deps.mailer.queue(trx, { accountId, to: user.email, content: letter({ firstName: user.first_name, link }) })
}
