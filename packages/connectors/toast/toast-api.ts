import { z } from 'zod'
import type { Connection } from '../kit/connector.ts'
import { INTERRUPTED } from '../kit/http-call.ts'
import { isInterrupted, parseJsonOrNull } from '../kit/json-answer.ts'
import { createPageGuard } from '../kit/page-guard.ts'
import type { PlatformRequest, PlatformResponse, ResponseClassification } from '../kit/platform-client.ts'
import { MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'
import { createAccessToken, parseScopes } from './access-token.ts'
import { formatMissingScope, type Scope } from './scopes.ts'

/** https://doc.toasttab.com/doc/devguide/apiRateLimiting.html, less what other programs of the restaurant may need. */
export const BUDGETS = {
  /** of all calls of a client: 20 in a second */
  all: { name: 'toast', calls: 15, perMs: 1000 },
  /** of lists of orders: 5 in a second */
  orders: { name: 'toast-orders', calls: 4, perMs: 1000 },
  /** of lists of orders that changed in a past span: 5 to 10 seconds apart */
  past: { name: 'toast-past', calls: 1, perMs: 5000 },
} as const

export interface ToastRequest extends Pick<PlatformRequest, 'query'> {
  readonly path: string
  /** GUID of the location that the call is about */
  readonly location: string
  readonly scope: Scope
  /** shown in error messages, such as `orders` */
  readonly name: string
  /** besides the one of all calls */
  readonly budgets?: readonly string[]
}

export interface ToastApi {
  /** null: 404 */
  find(request: ToastRequest): Promise<unknown>
  /** a list, in which each record is still to be parsed */
  list(request: ToastRequest): Promise<readonly unknown[]>
  /** all pages of a list of the configuration */
  pages(request: ToastRequest): AsyncIterable<readonly unknown[]>
  /** scopes of the credentials; null: unknown */
  scopes(): Promise<ReadonlySet<string> | null>
}

/** Toast answers 403 to credentials without the scope, or without the location. */
export class NotAllowed extends RequestRejected {
  constructor(scope: Scope) {
    super(formatMissingScope(scope), 403)
  }
}

const PAUSE = 'Toast asks for a pause'

/** Milliseconds until calls count anew; null: the answer doesn't say. The time is compared with the answer's own. */
const untilReset = ({ headers }: PlatformResponse, now: number): number | null => {
  const reset = headers['x-toast-ratelimit-reset'] ?? ''
  if (!/^\d{9,13}$/.test(reset)) return null
  const answered = Date.parse(headers.date ?? '')
  const at = reset.length > 10 ? Number(reset) : Number(reset) * 1000
  return Math.max(at - (Number.isNaN(answered) ? now : answered), 0)
}

const classify = (answer: PlatformResponse, now: number): ResponseClassification | null => {
  const { status, headers } = answer
  if (status === 403) return { outcome: 'take', pauseMs: 0, reason: '' }
  if (isInterrupted(answer)) return { outcome: 'repeat', pauseMs: 0, reason: INTERRUPTED }
  const isOver = status === 429 && headers['retry-after'] === undefined
  const pauseMs = isOver || headers['x-toast-ratelimit-remaining'] === '0' ? untilReset(answer, now) : null
  if (pauseMs === null) return null
  return { outcome: isOver ? 'repeat' : null, pauseMs, reason: PAUSE }
}

const List = z.array(z.unknown())

export const createToastApi = (connection: Connection): ToastApi => {
  const { client } = connection
  const access = createAccessToken(connection, [BUDGETS.all.name])

  const send = ({ path, query, location, budgets = [] }: ToastRequest): Promise<PlatformResponse> =>
    access.use((token) => {
      const headers = { authorization: `Bearer ${token}`, 'toast-restaurant-external-id': location }
      const limits = [BUDGETS.all.name, ...budgets]
      return client.send({ path, headers, budgets: limits, classify, ...(query ? { query } : {}) })
    })

  const answered = async (request: ToastRequest): Promise<{ body: unknown; response: PlatformResponse } | null> => {
    const response = await send(request)
    const { status, text } = response
    if (status === 404) return null
    if (status === 403) throw new NotAllowed(request.scope)
    if (status >= 400)
      throw new RequestRejected(`Toast rejected the request for ${request.name} (status ${status})`, status)
    const body = parseJsonOrNull(text)
    if (body === undefined) throw new MalformedResponse(`Toast’s response with ${request.name} is not JSON`)
    return { body, response }
  }

  return {
    find: async (request) => (await answered(request))?.body ?? null,

    async list(request) {
      const found = await answered(request)
      return found === null ? [] : readEnvelope(found.body, List, `The list of ${request.name}`)
    },

    async *pages(request) {
      const guard = createPageGuard(request.name)
      for (let token: string | null = ''; token !== null; ) {
        guard.enter(token)
        const query: PlatformRequest['query'] = { ...request.query, pageToken: token || undefined }
        const found = await answered({ ...request, query })
        if (found === null) return
        yield readEnvelope(found.body, List, `Page ${guard.number} of ${request.name}`)
        token = found.response.headers['toast-next-page-token'] || null
      }
    },

    scopes: () => access.use(async (token) => parseScopes(token)),
  }
}
