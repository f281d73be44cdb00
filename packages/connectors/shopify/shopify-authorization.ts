import { createHmac } from 'node:crypto'
import { z } from 'zod'
import {
  type AppAuthorization,
  type CallWithToken,
  ConsentDenied,
  type Grant,
  type PlatformApp,
  withGrant,
} from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { CredentialsRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'
import { isEqualText } from '../kit/signature.ts'
import { createAccessToken, requestToken } from './access-token.ts'

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

/** Access tokens live for an hour. */
const LEAD_MS = 10 * 60_000

const Granted = z.object({
  access_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1),
})

interface TokenRequest {
  readonly app: PlatformApp
  readonly shop: unknown
  readonly now: number
}

/** An offline token that expires, which Shopify requires of public apps: its refresh token is replaced with each use. */
const obtainToken = async (
  client: Connection['client'],
  { app, shop, now }: TokenRequest,
  proof: Readonly<Record<string, string>>,
) => {
  const answer = await requestToken(client, { client_id: app.clientId, client_secret: app.clientSecret, ...proof })
  const granted = readEnvelope(answer, Granted, 'Shopify’s access token')
  const grant: Grant = {
    accessToken: granted.access_token,
    refreshToken: granted.refresh_token,
    expires: now + granted.expires_in * 1000,
    business: String(shop),
  }
  return { grant, scopes: granted.scope.split(',') }
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
    const url = new URL('admin/oauth/authorize', `${baseUrl.replace(/\/+$/, '')}/`)
    url.search = new URLSearchParams({
      client_id: app.clientId,
      scope: [...NEEDED_SCOPES, ...app.extraScopes].join(','),
      redirect_uri: redirectUri,
      state,
    }).toString()
    return url.href
  },
  async exchange({ app, client, now, query, settings: { shop } }) {
    const code = query.get('code')
    if (!code || query.get('shop') !== shop || !isSigned(query, app)) throw new ConsentDenied()
    const { grant, scopes } = await obtainToken(client, { app, shop, now }, { code, expiring: '1' })
    const missing = missingScopes(scopes)
    if (missing.length > 0) throw new ConsentDenied(missing)
    return grant
  },
}

/** The token of each call: renewed ones of a user's consent, or by the credentials that the user entered. */
export const createTokenCall = (connection: Connection): CallWithToken => {
  const { app, client, grant, now, settings } = connection
  if (grant === null) {
    const token = createAccessToken(connection)
    return async (call) => call(await token())
  }
  return withGrant(grant, {
    title: 'Shopify',
    now,
    leadMs: LEAD_MS,
    async fetchNext({ refreshToken }) {
      if (app === null || refreshToken === null)
        throw new CredentialsRejected('Shopify is no longer set up on this server')
      const request = { app, shop: settings.shop, now: now() }
      return (await obtainToken(client, request, { grant_type: 'refresh_token', refresh_token: refreshToken })).grant
    },
  })
}
