import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type DeliverableMail, type MailTransport, smtpTransport } from '#server/mail/transport.ts'

export interface MailServer {
  /** every mail as received, oldest first */
  readonly received: readonly string[]
  /** the product's transport to this server */
  readonly transport: MailTransport
  readonly url: string
  close(): Promise<void>
}

/** Starts an SMTP server on loopback, on a free port. */
export const startMailServer = async (options: SMTPServerOptions = {}): Promise<MailServer> => {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => {
        text += chunk
      })
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    received,
    transport: smtpTransport(url, 'Cuvee <no-reply@cuvee.example>'),
    url,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The decoded body of the first part of this type. */
export const decodePart = (mail: string, type: 'text/plain' | 'text/html'): string => {
  const part =
    mail.split(/\r\n--[^\r\n]+\r\n/).find((one) => one.toLowerCase().startsWith(`content-type: ${type}`)) ?? ''
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n').replace(/\r\n/g, '\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** An in-memory mail transport that stores mails, or rejects them. */
export interface TestMailbox extends MailTransport {
  readonly mails: readonly DeliverableMail[]
  /** makes every later delivery fail */
  goDown(): void
}

export const testMailbox = (): TestMailbox => {
  const mails: DeliverableMail[] = []
  let isDown = false
  return {
    isLocal: false,
    mails,
    deliver: async (mail) => {
      if (isDown) throw new Error('connection refused')
      mails.push(mail)
    },
    close: () => undefined,
    goDown: () => {
      isDown = true
    },
  }
}
