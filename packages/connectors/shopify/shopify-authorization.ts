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
import { once } from '../kit/once.ts'
import { CredentialsRejected, RequestRejected } from '../kit/platform-problems.ts'
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

/** Asks for a token with these fields of a form. */
const requestToken = (client: Connection['client'], fields: Readonly<Record<string, string>>): Promise<unknown> =>
  client.json({
    method: 'POST',
    path: 'admin/oauth/access_token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

const UserGranted = z.object({
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
  const granted = readEnvelope(answer, UserGranted, 'Shopify’s access token')
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

const AppGranted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().nullish() })

const REFUSED =
  'Shopify doesn’t accept this client ID and secret for this shop. Check both, and that the app is installed in the shop and belongs to the same organization.'

/** The token of an app of the Dev Dashboard by its client ID and secret, with the end of its use. */
const obtainAppToken = async ({ client, now }: Connection, clientId: string, clientSecret: string) => {
  const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  try {
    const { access_token: token, expires_in } = readEnvelope(
      await requestToken(client, fields),
      AppGranted,
      'The access token',
    )
    return { token, until: expires_in ? now() + Math.max(expires_in * 1000 - LEAD_MS, 0) : Number.POSITIVE_INFINITY }
  } catch (error) {
    throw error instanceof RequestRejected ? new CredentialsRejected(REFUSED) : error
  }
}

/**
 * The token of each call. An app of the Dev Dashboard exchanges its client ID and secret for one that is valid for a day; an app
 * that was made in the shop's settings has one that does not expire.
 */
const createAccessToken = (connection: Connection): (() => Promise<string>) => {
  const { settings, secrets, now } = connection
  const clientId = String(settings.clientId ?? '')
  const { clientSecret = '', accessToken = '' } = secrets
  const obtain = () => once(() => obtainAppToken(connection, clientId, clientSecret))
  let current = obtain()
  return async () => {
    if (clientId !== '' && clientSecret !== '') {
      if (now() >= (await current()).until) current = obtain()
      return (await current()).token
    }
    if (accessToken !== '') return accessToken
    throw new CredentialsRejected('Enter the client ID and the client secret of your app in Shopify')
  }
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
