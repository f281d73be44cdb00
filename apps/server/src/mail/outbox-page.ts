import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#contract/errors.ts'
import { unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { type Env, isLocalTrial } from '#server/env.ts'
import { isLocalRequest, isSameSecret } from '#server/http/exposure.ts'
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

const NO_SECRET = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Cuvee | Outbox</title><style>${STYLE}</style></head>
<body><h1>Outbox</h1><p>Open the outbox with the link that Cuvee printed when it started.</p></body>
</html>
`

/** Whether emails are kept for the outbox page: on a local trial without a mail server. */
export const hasOutboxPage = (env: Env): boolean => isLocalTrial(env) && env.SMTP_URL === undefined

const PATH = '/outbox'
const COOKIE = 'cuvee_outbox'

const cookieOf = ({ headers }: FastifyRequest): string | null =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? null

const readKeyParameter = ({ url }: FastifyRequest): string | null =>
  new URL(url, 'http://localhost').searchParams.get('key')

/** The link to the outbox page, which is printed at the start. */
export const outboxLink = (publicUrl: string, secret: string): string => `${publicUrl}${PATH}?key=${secret}`

/**
 * `GET /outbox`: the emails that would have been sent. They contain links that sign in, so the page needs the secret of this start:
 * its link exchanges it for a cookie. Unscoped, because it shows all accounts.
 *
 * @param secret letters, digits, `-` and `_`
 */
export const registerOutboxPage = (app: FastifyInstance, deps: Deps, secret: string): void => {
  if (!hasOutboxPage(deps.env)) return
  app.get(PATH, async (request, reply) => {
    if (!isLocalRequest(request, deps.env)) throw fail('route.not_found')
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    if (isSameSecret(readKeyParameter(request), secret)) {
      return reply
        .header('set-cookie', `${COOKIE}=${secret}; Path=${PATH}; HttpOnly; SameSite=Strict`)
        .redirect(PATH, 303)
    }
    if (!isSameSecret(cookieOf(request), secret)) return reply.status(404).send(NO_SECRET)
    const mails = await unscoped(deps.db)
      .selectFrom('outbox_mail')
      .select(['to_address', 'subject', 'text', 'created_at'])
      .orderBy('created_at', 'desc')
      .limit(MAX_SHOWN)
      .execute()
    return reply.send(page(mails))
  })
}
