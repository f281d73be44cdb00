import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyHttpOptions, type FastifyInstance, LogController, type RawServerDefault } from 'fastify'
import packageJson from '../../../package.json' with { type: 'json' }
import { auditChanges } from './audit/audit-changes.ts'
import type { Deps } from './deps.ts'
import { authenticateCalls } from './http/access.ts'
import { acceptJsonOnly, limitBodyTime } from './http/body-time.ts'
import { answerParserErrors, rejectExpectations } from './http/client-errors.ts'
import { compressAnswers } from './http/compress.ts'
import { registerRoutes } from './http/contract-routes.ts'
import { sendEtags } from './http/etag.ts'
import { allowOrigins, rejectForeignHosts } from './http/exposure.ts'
import type { TakeShare } from './http/fair-share.ts'
import { rejectChangesWhenFull } from './http/free-space.ts'
import type { SomeRoutes } from './http/implement.ts'
import { logAnswers } from './http/logging.ts'
import { refuseOtherMethods } from './http/methods.ts'
import { registerOperations } from './http/metrics.ts'
import { registerApiDocs } from './http/openapi.ts'
import { createPipeline } from './http/pipeline.ts'
import { handleErrors, sendError } from './http/present-error.ts'
import { securityHeaders, sendSecurityHeaders } from './http/security-headers.ts'
import { answerInTurn, drainRefusedBodies, limitReadTime } from './http/slow-clients.ts'
import { pageScriptHashes, routedUrl, serveWeb } from './http/web-files.ts'
import { registerOutboxPage } from './mail/outbox-page.ts'
import { registerMcp } from './mcp/mcp-route.ts'
import { routes as allRoutes } from './routes.ts'
import type { Logger } from './runtime.ts'

const MEBIBYTE = 1_048_576
/** For the slowest upload; other bodies have `limitBodyTime`. */
const REQUEST_TIMEOUT_MS = 3_600_000
const HEADERS_TIMEOUT_MS = 20_000
/** How often the two timeouts above are checked; the default of 30 s would add to them. */
const TIMEOUT_CHECK_MS = 5_000
const KEEP_ALIVE_MS = 65_000

interface AppOptions {
  /** default: all routes */
  readonly routes?: SomeRoutes
  /** folder of the built web, absolute; default: none is served */
  readonly webRoot?: string | null
  /** opens the outbox page; default: there is none */
  readonly outboxSecret?: string | null
  /** default: the shares of this process */
  readonly takeShare?: TakeShare
}

/**
 * The complete HTTP server on the given dependencies, not listening yet; `inject` already works. A worker's answers only health
 * checks and metrics.
 */
export const buildApp = async (deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> => {
  const { routes = allRoutes, webRoot = null, outboxSecret = null, takeShare } = options
  const headers = securityHeaders({
    trackerUrl: deps.env.TRACKER_URL,
    scriptHashes: await pageScriptHashes(webRoot),
  })
  const app = Fastify(serverOptions(deps, headers))
  sendSecurityHeaders(app, headers)
  handleErrors(app)
  rejectExpectations(app, headers)
  answerInTurn(app)
  limitBodyTime(app)
  drainRefusedBodies(app)
  limitReadTime(app)
  acceptJsonOnly(app)
  rejectForeignHosts(app, deps)
  allowOrigins(app, deps)
  authenticateCalls(app, deps)
  rejectChangesWhenFull(app, deps)
  auditChanges(app, deps)
  sendEtags(app)
  compressAnswers(app)
  logAnswers(app)
  const registerRefusals = refuseOtherMethods(app)
  registerOperations(app, deps)
  if (deps.env.ROLE !== 'worker') {
    registerApiDocs(app, packageJson.version)
    const pipeline = createPipeline(deps, takeShare)
    registerRoutes(app, pipeline, routes)
    registerMcp(app, { ...deps, pipeline }, packageJson.version)
    if (outboxSecret !== null) registerOutboxPage(app, deps, outboxSecret)
  }
  registerRefusals()
  await serveWeb(app, deps.env.ROLE === 'worker' ? null : webRoot)
  await app.ready()
  return app
}

const serverOptions = (
  { env, log }: Deps,
  headers: Readonly<Record<string, string>>,
): FastifyHttpOptions<RawServerDefault, Logger> => ({
  loggerInstance: log,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
  requestIdHeader: false,
  // Trusts X-Forwarded-For only from this many proxies.
  trustProxy: (_address, hop) => hop < env.TRUST_PROXY,
  bodyLimit: MEBIBYTE,
  // Requests on open connections are still served while the server drains.
  return503OnClosing: false,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // `rejectForeignHosts` answers a request without a Host header, Node would answer without our headers.
  http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS, requireHostHeader: false },
  clientErrorHandler: answerParserErrors(headers),
  rewriteUrl: ({ url = '/' }) => routedUrl(url),
  // A URL that cannot be decoded never reaches the hooks.
  frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(headers)),
})
