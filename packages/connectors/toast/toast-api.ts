import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CallWithToken } from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { INTERRUPTED } from '../kit/http-call.ts'
import { isInterrupted, parseJsonOrNull } from '../kit/json-answer.ts'
import { PermissionMissing } from '../kit/not-allowed.ts'
import { pagesByCursor } from '../kit/paging.ts'
import type { PlatformRequest, PlatformResponse, ResponseClassification } from '../kit/platform-client.ts'
import { CredentialsRejected, isPlatformRefusal, MalformedResponse, RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'

/** https://doc.toasttab.com/doc/devguide/apiRateLimiting.html, less what other programs of the restaurant may need. */
export const BUDGETS = {
  /** of all calls of a client: 20 in a second */
  all: { name: 'toast', calls: 15, perMs: 1000 },
  /** of lists of orders: 5 in a second */
  orders: { name: 'toast-orders', calls: 4, perMs: 1000 },
  /** of lists of orders that changed in a past span: 5 to 10 seconds apart */
  past: { name: 'toast-past', calls: 1, perMs: 5000 },
} as const

/** Scopes as Toast Web names them, with what is missing without each. */
export const SCOPES = {
  'restaurants:read': 'Nothing can be synced, because locations can’t be read',
  'orders:read': 'Orders can’t be synced',
  'menus:read': 'Products won’t be synced, and order lines have no SKUs',
  'config:read': 'Orders don’t say how they were handed over, and products that are off the menu have no category',
  'labor.employees:read': 'Team members have no names',
  'guest.pi:read': 'Orders have no customers',
  'delivery_info.address:read': 'Delivered orders have no place',
} as const

export interface ToastRequest extends Pick<PlatformRequest, 'query'> {
  readonly path: string
  /** GUID of the location that the call is about */
  readonly location: string
  readonly scope: keyof typeof SCOPES
  /** shown in error messages, such as `orders` */
  readonly name: string
  /** besides the one of all calls */
  readonly budgets?: readonly string[]
}

const TokenAnswer = z.object({ token: z.object({ accessToken: z.string().min(1), expiresIn: z.number().positive() }) })
const CachedToken = z.object({ token: z.string(), until: z.number() })

/** Renewed that long before its end. */
const MARGIN_MS = 10 * 60_000

const REFUSED =
  'Toast doesn’t accept this client ID and secret. Check them in Toast Web, under Integrations, Toast API access, Manage credentials.'

/**
 * Makes calls with a token of the client ID and secret. Toast asks for no more than two in an hour, and rather one a day, so it is cached
 * between sessions: https://doc.toasttab.com/doc/devguide/apiAuthenticationRateLimit.html
 */
const createTokenCall = ({ client, settings, secrets, now, cache }: Connection): CallWithToken => {
  const clientId = String(settings.clientId ?? '').trim()
  const clientSecret = String(secrets.clientSecret ?? '').trim()
  const key = createHash('sha256').update([settings.apiUrl, clientId, clientSecret].join('\n')).digest('hex')

  const logIn = async (): Promise<string> => {
    cache.delete(key)
    const answer = await client
      .json({
        method: 'POST',
        path: 'authentication/v1/authentication/login',
        body: { clientId, clientSecret, userAccessType: 'TOAST_MACHINE_CLIENT' },
        budgets: [BUDGETS.all.name],
      })
      .catch((error: unknown) => {
        throw isPlatformRefusal(error) ? new CredentialsRejected(REFUSED) : error
      })
    const { accessToken, expiresIn } = readEnvelope(answer, TokenAnswer, 'The access token').token
    cache.set(key, { token: accessToken, until: now() + Math.max(expiresIn * 1000 - MARGIN_MS, 0) })
    return accessToken
  }

  return async (call) => {
    const { data: cached } = CachedToken.safeParse(cache.get(key))
    if (!cached || now() >= cached.until) return call(await logIn())
    try {
      return await call(cached.token)
    } catch (error) {
      if (!(error instanceof CredentialsRejected)) throw error
      return call(await logIn())
    }
  }
}

const Claims = z.object({ scope: z.string() })

const readMissingScopes = (token: string): ReadonlyMap<string, string> => {
  const [, payload = ''] = token.split('.')
  const { data } = Claims.safeParse(parseJsonOrNull(Buffer.from(payload, 'base64url').toString('utf8')))
  // A token that names no scopes may have all of them.
  const granted = new Set(data?.scope.split(/\s+/) ?? Object.keys(SCOPES))
  const missing = Object.entries(SCOPES).filter(([scope]) => !granted.has(scope))
  return new Map(missing.map(([scope, lack]) => [scope, `${lack}: the credentials don’t have the scope ${scope}.`]))
}

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
  return { outcome: isOver ? 'repeat' : null, pauseMs, reason: 'Toast asks for a pause' }
}

const List = z.array(z.unknown())

/** Methods throw `PermissionMissing` where the credentials lack the scope, or the location. */
export const createToastApi = (connection: Connection) => {
  const callWithToken = createTokenCall(connection)

  const fetch = async ({ path, query = {}, location, scope, name, budgets = [] }: ToastRequest) => {
    const { status, text, headers } = await callWithToken((token) =>
      connection.client.send({
        path,
        query,
        headers: { authorization: `Bearer ${token}`, 'toast-restaurant-external-id': location },
        budgets: [BUDGETS.all.name, ...budgets],
        classify,
      }),
    )
    if (status === 404) return null
    if (status === 403)
      throw new PermissionMissing(
        `${SCOPES[scope]}: the credentials don’t have the scope ${scope}, or don’t cover this location`,
      )
    if (status >= 400) throw new RequestRejected(`Toast rejected the request for ${name} (status ${status})`, status)
    const body = parseJsonOrNull(text)
    if (body === undefined) throw new MalformedResponse(`Toast’s response with ${name} is not JSON`)
    return { body, nextPage: headers['toast-next-page-token'] }
  }

  return {
    /** null: 404 */
    find: async (request: ToastRequest): Promise<unknown> => (await fetch(request))?.body ?? null,

    /** All pages of a list, in which each record is still to be parsed. */
    async list({ query, ...request }: ToastRequest): Promise<readonly unknown[]> {
      const fetchPage = async (cursor: string | null, name: string) => {
        const page = await fetch({ ...request, query: { ...query, pageToken: cursor ?? undefined } })
        return { records: page ? readEnvelope(page.body, List, name) : [], total: null, next: page?.nextPage || null }
      }
      const pages = await Array.fromAsync(pagesByCursor({ name: request.name, fetch: fetchPage }))
      return pages.flatMap(({ records }) => records)
    },

    /** Scopes that the credentials lack, each with a sentence. */
    missingScopes: () => callWithToken(async (token) => readMissingScopes(token)),
  }
}
export type ToastApi = ReturnType<typeof createToastApi>
