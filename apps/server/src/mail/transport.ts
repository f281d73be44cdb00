import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export interface DeliverableMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Where mail goes. */
export interface MailTransport {
  /** true: mails stay on this machine, so their queue rows keep what they say */
  readonly isLocal: boolean
  /** @throws when the mail could not be handed over */
  deliver(mail: DeliverableMail): Promise<void>
  close(): void
}

const SECOND = 1000
const OWNER_ONLY = 0o600

/** A mail server, such as `smtps://user:password@mail.example:465`. */
export const smtpTransport = (url: string, from: string): MailTransport => {
  const smtp = createTransport({
    url,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    isLocal: false,
    deliver: async ({ id, ...mail }) => {
      await smtp.sendMail({ ...mail, from, messageId: `<${id}@cuvee>` })
    },
    close: () => smtp.close(),
  }
}

/** Without a mail server: a file for each mail in `folder`, which any mail program opens. */
export const outboxTransport = (folder: string, from: string): MailTransport => {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    isLocal: true,
    deliver: async ({ id, ...mail }) => {
      const { message } = await writer.sendMail({ ...mail, from, messageId: `<${id}@cuvee>` })
      await writeFile(join(folder, `${id}.eml`), message, { mode: OWNER_ONLY })
    },
    close: () => writer.close(),
  }
}
