import { createHmac } from 'node:crypto'
import { z } from 'zod'
import {
  type AppAuthorization,
  buildPageUrl,
  type CallWithToken,
  ConsentDenied,
  type Grant,
  type PlatformApp,
  withClientCredentials,
  withGrant,
} from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { optional } from '../kit/fields.ts'
import { CredentialsRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'
import { isEqualText } from '../kit/signature.ts'

/** Permissions without which a sync is not possible. */
export const NEEDED_SCOPES = [
  'read_orders',
  'read_customers',
  'read_products',
  'read_inventory',
  'read_locations',
] as const

/** Write permission implies read permission, and only the write permission is listed then. */
export const isGranted = (scope: string, granted: readonly string[]): boolean =>
  granted.includes(scope) || granted.includes(scope.replace('read_', 'write_'))

export const missingScopes = (granted: readonly string[]): string[] =>
  NEEDED_SCOPES.filter((scope) => !isGranted(scope, granted))

/** A token is renewed that long before its end, milliseconds. Those of users live for an hour. */
const LEAD_MS = 10 * 60_000

const Granted = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: optional(z.number().positive()),
  refresh_token: optional(z.string().min(1)),
})

interface TokenRequest extends Pick<Connection, 'client'> {
  readonly app: Pick<PlatformApp, 'clientId' | 'clientSecret'>
  readonly shop: unknown
  readonly now: number
}

/**
 * A token for a code, a refresh token, or the client ID and secret alone. Shopify requires tokens of public apps to expire; their refresh
 * token is replaced with each use.
 */
const obtainToken = async (
  { client, app, shop, now }: TokenRequest,
  proof: Readonly<Record<string, string>>,
): Promise<{ readonly grant: Grant; readonly scopes: readonly string[] }> => {
  const answer = await client.json({
    method: 'POST',
    path: 'admin/oauth/access_token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: app.clientId, client_secret: app.clientSecret, ...proof }).toString(),
  })
  const granted = readEnvelope(answer, Granted, 'Shopify’s access token')
  const { access_token: accessToken, refresh_token: refreshToken, expires_in } = granted
  const expires = expires_in === null ? null : now + expires_in * 1000
  return { grant: { accessToken, refreshToken, expires, business: String(shop) }, scopes: granted.scope.split(',') }
}

/** https://shopify.dev/docs/apps/build/authentication-authorization/authenticate-standalone-apps */
const isSigned = (query: URLSearchParams, { clientSecret }: PlatformApp): boolean => {
  const signed = new URLSearchParams(query)
  signed.delete('hmac')
  signed.sort()
  const right = createHmac('sha256', clientSecret).update(signed.toString()).digest('hex')
  return isEqualText(right, query.get('hmac') ?? '')
}

export const shopifyAuthorization: AppAuthorization = {
  by: 'app',
  asks: ['shop'],
  replaces: ['clientId', 'clientSecret', 'accessToken', 'webhookSecret'],
  consentUrl({ app, baseUrl, redirectUri, state }) {
    const scope = [...NEEDED_SCOPES, ...app.extraScopes].join(',')
    const query = { client_id: app.clientId, scope, redirect_uri: redirectUri, state }
    return buildPageUrl(baseUrl, 'admin/oauth/authorize', query)
  },
  async exchange({ app, client, now, query, settings: { shop } }) {
    const code = query.get('code')
    if (!code || query.get('shop') !== shop || !isSigned(query, app)) throw new ConsentDenied()
    const { grant, scopes } = await obtainToken({ client, app, shop, now }, { code, expiring: '1' })
    const missing = missingScopes(scopes)
    if (missing.length > 0) throw new ConsentDenied(missing)
    return grant
  },
}

const REFUSED =
  'Shopify doesn’t accept this client ID and secret for this shop. Check both, and that the app is installed in the shop and belongs to the same organization.'

/**
 * The token by the credentials that the user entered. An app of the Dev Dashboard exchanges its client ID and secret for one that is valid
 * for a day; an app that was made in the shop's settings has one that does not expire.
 */
const callWithEnteredToken = ({ cache, client, now, secrets, settings }: Connection): CallWithToken => {
  const { clientSecret = '', accessToken = '' } = secrets
  const { shop, clientId: entered } = settings
  const app = { clientId: String(entered ?? ''), clientSecret }
  if (app.clientId === '' || clientSecret === '') {
    if (accessToken !== '') return (call) => call(accessToken)
    return async () => {
      throw new CredentialsRejected('Enter the client ID and the client secret of your app in Shopify')
    }
  }
  return withClientCredentials({
    cache,
    now,
    credentials: [String(shop), app.clientId, clientSecret],
    leadMs: LEAD_MS,
    obtain: async () =>
      (await obtainToken({ client, app, shop, now: now() }, { grant_type: 'client_credentials' })).grant,
    refused: REFUSED,
  })
}

/** The token of each call: renewed ones of a user's consent, or by the credentials that the user entered. */
export const createTokenCall = (connection: Connection): CallWithToken => {
  const { app, client, grant, now, settings } = connection
  if (grant === null) return callWithEnteredToken(connection)
  const renew = async (granted: PlatformApp, refresh_token: string): Promise<Grant> => {
    const request = { client, app: granted, shop: settings.shop, now: now() }
    return (await obtainToken(request, { grant_type: 'refresh_token', refresh_token })).grant
  }
  return withGrant(grant, { title: 'Shopify', now, app, leadMs: LEAD_MS, renew })
}
