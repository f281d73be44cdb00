import type { OpenAPI } from '@orpc/contract'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#server/mail/templates/mail-page.ts'
import { API_BASE } from './endpoint.ts'
import { describeApi } from './openapi/describe-api.ts'

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#2b2523}
h1{color:#8b1e3f}h2{margin-top:2rem;border-bottom:1px solid #e6dfdb}details{margin:.4rem 0}summary{cursor:pointer}
code{font-weight:600}pre{background:#f7f4f2;padding:1rem;overflow:auto;font-size:13px}`

/** An HTML page of all endpoints by group with their schemas; it loads no other resource. */
const presentApiDocs = (document: OpenAPI.Document): string => {
  const calls = callsOf(document)
  const groups = Map.groupBy(calls, ({ group }) => group)
  const body = [...groups].map(
    ([group, members]) => `<h2>${escapeHtml(group)}</h2>${members.map(presentCall).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Cuvee | API</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>Cuvee API ${escapeHtml(document.info.version)}</h1>
<p>${calls.length} calls below <code>${escapeHtml(document.servers?.[0]?.url ?? '')}</code>, also as
<a href="openapi.json">OpenAPI</a>. All but the public ones take <code>Authorization: Bearer …</code>.</p>
${body.join('')}</body></html>`
}

interface Call {
  readonly group: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly details: unknown
}

const METHODS = ['get', 'post', 'put', 'delete'] as const

const callsOf = (document: OpenAPI.Document): Call[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method]
      if (!operation) return []
      const { parameters, requestBody, responses } = operation
      return [
        {
          group: operation.tags?.[0] ?? 'other',
          method: method.toUpperCase(),
          path,
          summary: operation.summary ?? '',
          details: { parameters, requestBody, responses },
        },
      ]
    }),
  )

const presentCall = ({ method, path, summary, details }: Call): string =>
  `<details><summary><code>${method} ${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary><pre>${escapeHtml(
    JSON.stringify(details, null, 2),
  )}</pre></details>`

/** Serves the document and an HTML page for it, both without authentication and generated at the first request. */
export const registerApiDocs = (app: FastifyInstance, version: string): void => {
  let document: Promise<OpenAPI.Document> | null = null
  const described = () => {
    document ??= describeApi(version)
    return document
  }
  app.get(`${API_BASE}/openapi.json`, async () => described())
  app.get(`${API_BASE}/docs`, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(presentApiDocs(await described())),
  )
}
