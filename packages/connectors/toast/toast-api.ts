import { z } from 'zod'
import { type CallWithToken, withClientCredentials } from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { parseJsonOrNull } from '../kit/fields.ts'
import { allRecords, pagesByCursor } from '../kit/paging.ts'
import type { PlatformRequest } from '../kit/platform-client.ts'
import { pauseByHeaders } from '../kit/platform-client.ts'
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
  'config:read': 'Orders have no delivery method, and products that are off the menu have no category',
  'labor.employees:read': 'Team members have no names',
  'guest.pi:read': 'Orders have no customers',
  'delivery_info.address:read': 'Delivered orders have no city or state',
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

const REFUSED =
  'Toast doesn’t accept this client ID and secret. Check them in Toast Web, under Integrations, Toast API access, Manage credentials.'

/**
 * Toast asks for no more than two tokens in an hour, and rather one a day:
 * https://doc.toasttab.com/doc/devguide/apiAuthenticationRateLimit.html
 */
const createTokenCall = ({ client, settings, secrets, now, cache }: Connection): CallWithToken => {
  const clientId = String(settings.clientId ?? '').trim()
  const clientSecret = String(secrets.clientSecret ?? '').trim()
  const request = {
    method: 'POST',
    path: 'authentication/v1/authentication/login',
    body: { clientId, clientSecret, userAccessType: 'TOAST_MACHINE_CLIENT' },
    budgets: [BUDGETS.all.name],
  } as const
  return withClientCredentials({
    cache,
    now,
    credentials: [String(settings.apiUrl), clientId, clientSecret],
    leadMs: 10 * 60_000,
    async obtain() {
      const { token } = readEnvelope(await client.json(request), TokenAnswer, 'The access token')
      return { accessToken: token.accessToken, expires: now() + token.expiresIn * 1000 }
    },
    refused: REFUSED,
  })
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

const pause = pauseByHeaders({
  title: 'Toast',
  remaining: 'x-toast-ratelimit-remaining',
  reset: 'x-toast-ratelimit-reset',
})

const List = z.array(z.unknown())

/** Methods throw `PermissionMissing` where the credentials lack the scope, or the location. */
export const createToastApi = (connection: Connection) => {
  const callWithToken = createTokenCall(connection)

  /** the body is null: 404 */
  const fetch = ({ path, query = {}, location, scope, budgets = [] }: ToastRequest) =>
    callWithToken((token) =>
      connection.client.answer({
        path,
        query,
        headers: { authorization: `Bearer ${token}`, 'toast-restaurant-external-id': location },
        budgets: [BUDGETS.all.name, ...budgets],
        absent: [404],
        lack: `${SCOPES[scope]}: the credentials don’t have the scope ${scope}, or don’t cover this location`,
        classify: pause,
      }),
    )

  return {
    /** null: 404 */
    find: async (request: ToastRequest): Promise<unknown> => (await fetch(request)).body,

    /** All pages of a list, in which each record is still to be parsed. */
    async list({ query, ...request }: ToastRequest): Promise<readonly unknown[]> {
      const fetchPage = async (cursor: string | null, name: string) => {
        const { body, headers } = await fetch({ ...request, query: { ...query, pageToken: cursor ?? undefined } })
        const records = body === null ? [] : readEnvelope(body, List, name)
        return { records, total: null, next: headers['toast-next-page-token'] || null }
      }
      return allRecords(pagesByCursor({ name: request.name, fetch: fetchPage }))
    },

    /** Scopes that the credentials lack, each with a sentence. */
    missingScopes: () => callWithToken(async (token) => readMissingScopes(token)),
  }
}
export type ToastApi = ReturnType<typeof createToastApi>
