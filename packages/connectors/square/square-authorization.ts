import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import {
  type AppAuthorization,
  buildPageUrl,
  type CallWithToken,
  ConsentDenied,
  type Grant,
  type PlatformApp,
  withGrant,
} from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { Instant } from '../kit/fields.ts'
import { readEnvelope } from '../kit/read-records.ts'
import { SquareId } from './order-schema.ts'
import { API_VERSION } from './square-api.ts'

/** Permissions of a token, with what is missing without each. */
export const PERMISSIONS = {
  MERCHANT_PROFILE_READ:
    'Nothing can be synced without the permission MERCHANT_PROFILE_READ, which is needed to read locations.',
  ORDERS_READ: 'Orders won’t be synced: the permission ORDERS_READ is missing.',
  ITEMS_READ: 'Products and categories won’t be synced: the permission ITEMS_READ is missing.',
  INVENTORY_READ: 'Inventory won’t be synced: the permission INVENTORY_READ is missing.',
  CUSTOMERS_READ: 'Customers won’t be synced: the permission CUSTOMERS_READ is missing.',
  PAYMENTS_READ: 'Orders won’t have a team member: the permission PAYMENTS_READ is missing.',
  EMPLOYEES_READ: 'Team members will have no names: the permission EMPLOYEES_READ is missing.',
} as const
export type Permission = keyof typeof PERMISSIONS

/** Access tokens live for 30 days, and Square asks apps to renew them every seven days. */
const LEAD_MS = 23 * DAY_MS

const Granted = z
  .object({ access_token: SquareId, refresh_token: SquareId, expires_at: Instant, merchant_id: SquareId })
  .transform(
    (granted): Grant => ({
      accessToken: granted.access_token,
      refreshToken: granted.refresh_token,
      expires: granted.expires_at,
      business: granted.merchant_id,
    }),
  )

/** https://developer.squareup.com/reference/square/o-auth-api/obtain-token, with a client secret ("code flow"). */
const obtainToken = async (client: Connection['client'], app: PlatformApp, proof: object): Promise<Grant> => {
  const answer = await client.json({
    method: 'POST',
    path: '/oauth2/token',
    headers: { 'square-version': API_VERSION },
    body: { client_id: app.clientId, client_secret: app.clientSecret, ...proof },
  })
  return readEnvelope(answer, Granted, 'Square’s access token')
}

export const squareAuthorization: AppAuthorization = {
  by: 'app',
  asks: [],
  replaces: ['accessToken'],
  consentUrl({ app, baseUrl, redirectUri, state }) {
    const scope = Object.keys(PERMISSIONS).join(' ')
    const query = { client_id: app.clientId, scope, session: 'false', state, redirect_uri: redirectUri }
    return buildPageUrl(baseUrl, 'oauth2/authorize', query)
  },
  async exchange({ app, client, query, redirectUri }) {
    const code = query.get('code')
    if (query.has('error') || !code) throw new ConsentDenied()
    return obtainToken(client, app, { grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  },
}

/** The token of each call: renewed ones of a user's consent, or the one that the user entered. */
export const createTokenCall = ({ app, client, grant, now, secrets }: Connection): CallWithToken => {
  if (grant === null) return (call) => call(secrets.accessToken ?? '')
  const renew = (granted: PlatformApp, refresh_token: string) =>
    obtainToken(client, granted, { grant_type: 'refresh_token', refresh_token })
  return withGrant(grant, { title: 'Square', now, app, leadMs: LEAD_MS, renew })
}
