import type { FastifyInstance } from 'fastify'

const YEAR_SECONDS = 31_536_000

interface PolicyOptions {
  readonly trackerUrl?: string | undefined
  /** the page's own inline scripts as `'sha256-…'`; no others run */
  readonly scriptHashes?: readonly string[]
}

/** Mantine and the grid write style attributes, which requires `unsafe-inline` for styles. */
const contentSecurityPolicy = ({ trackerUrl, scriptHashes = [] }: PolicyOptions): string =>
  [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${trackerUrl ? ` ${new URL(trackerUrl).origin}` : ''}`,
  ].join('; ')

/** The headers of every response, errors and files included. */
export const securityHeaders = (options: PolicyOptions = {}): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(options),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
})

/** Sets the headers before any handler responds. API responses are not cached unless a route overrides the header. */
export const sendSecurityHeaders = (app: FastifyInstance, headers: Readonly<Record<string, string>>): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (isApi(request.url)) reply.header('cache-control', 'no-store')
    if (isView(request.url)) reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
  })
}

/** The page and the calls of view links, and live links, which search engines must not keep. */
const isView = (url: string): boolean => /^(?:\/api)?\/view(?:[/?]|$)|^\/api\/live\//.test(url)

export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url)
