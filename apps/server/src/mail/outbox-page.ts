import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#contract/errors.ts'
import { unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { escapeHtml } from './templates/mail-page.ts'

const MAX_SHOWN = 50

interface ShownMail {
  readonly to_address: string
  readonly subject: string
  readonly text: string
  readonly created_at: Date
}

const withLinks = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/\S+/g, (url) => `<a href="${url}">${url}</a>`)

const article = (mail: ShownMail): string => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to_address)}, ${mail.created_at.toISOString()}</p>
<pre>${withLinks(mail.text)}</pre>
</article>`

const STYLE = `body { max-width: 720px; margin: 32px auto; padding: 0 16px; font: 16px/1.5 system-ui, sans-serif; color: #2b2523 }
article { margin: 24px 0; padding: 16px; border: 1px solid #e6dfdb; border-radius: 8px }
h2 { margin: 0; font-size: 18px } p { margin: 4px 0 12px; color: #6b625e } pre { margin: 0; white-space: pre-wrap; font: inherit }`

const page = (mails: readonly ShownMail[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Cuvee | Outbox</title><link rel="icon" href="/favicon.svg"><style>${STYLE}</style></head>
<body>
<h1>Outbox</h1>
<p>No mail server is configured (SMTP_URL), so emails are kept here, newest first.</p>
${mails.map(article).join('\n') || '<p>Nothing has been sent yet.</p>'}
</body>
</html>
`

/** Emails contain sign-in links, so the page is never shown in production or when a real mail server is configured. */
const isShown = ({ env }: Pick<Deps, 'env'>): boolean => !env.isProduction && !env.SMTP_URL

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** A development server may listen on the network, and a local proxy may forward remote requests. */
const isFromThisMachine = ({ raw, headers }: FastifyRequest): boolean => {
  const { remoteAddress = '' } = raw.socket
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return !isForwarded && loopback.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')
}

/** `GET /outbox`: the emails that would have been sent, for development. Unscoped, because it shows all accounts. */
export const registerOutboxPage = (app: FastifyInstance, deps: Pick<Deps, 'env' | 'db'>): void => {
  if (!isShown(deps)) return
  app.get('/outbox', async (request, reply) => {
    if (!isFromThisMachine(request)) throw fail('route.not_found')
    const mails = await unscoped(deps.db)
      .selectFrom('outbox_mail')
      .select(['to_address', 'subject', 'text', 'created_at'])
      .orderBy('created_at', 'desc')
      .limit(MAX_SHOWN)
      .execute()
    return reply.type('text/html; charset=utf-8').send(page(mails))
  })
}
