import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { assertMayCallOut } from '#server/platform/outside-calls.ts'

export interface MailFile {
  readonly name: string
  readonly contentType: string
  readonly content: Buffer
}

export interface DeliverableMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachment?: MailFile | null
}

/** A picture is shown where the email names it: `cid:` and its name. */
const attachmentsOf = ({ attachment }: DeliverableMail) => {
  if (!attachment) return []
  const { name, contentType, content } = attachment
  const cid = contentType.startsWith('image/') ? { cid: name } : {}
  return [{ filename: name, contentType, content, ...cid }]
}

/** Delivers email. */
export interface MailTransport {
  /** true: emails stay on this machine, so their content is kept in the queue */
  readonly isLocal: boolean
  /** @throws when the email could not be delivered */
  deliver(mail: DeliverableMail): Promise<void>
  close(): void
}

const SECOND = 1000
const OWNER_ONLY = 0o600

/** Delivers to a mail server, such as `smtps://user:password@mail.example:465`. */
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
    deliver: async (mail) => {
      assertMayCallOut('mail server')
      const { id, to, subject, text, html } = mail
      const attachments = attachmentsOf(mail)
      await smtp.sendMail({ to, subject, text, html, attachments, from, messageId: `<${id}@cuvee>` })
    },
    close: () => smtp.close(),
  }
}

/** Without a mail server: writes each email to an `.eml` file in `folder`. */
export const outboxTransport = (folder: string, from: string): MailTransport => {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    isLocal: true,
    deliver: async (mail) => {
      const { id, to, subject, text, html } = mail
      const attachments = attachmentsOf(mail)
      const { message } = await writer.sendMail({
        to,
        subject,
        text,
        html,
        attachments,
        from,
        messageId: `<${id}@cuvee>`,
      })
      await writeFile(join(folder, `${id}.eml`), message, { mode: OWNER_ONLY })
    },
    close: () => writer.close(),
  }
}
