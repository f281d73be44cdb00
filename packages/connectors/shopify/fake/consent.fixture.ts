import { createHmac } from 'node:crypto'
import type { FakeAnswer, FakeCall } from '../../kit/fake-server.fixture.ts'

/** The operator's app, as in the Dev Dashboard. */
export const FAKE_PUBLIC_APP = {
  clientId: 'public-app',
  clientSecret: 'shpss_public',
  extraScopes: ['read_users'],
} as const

const TOKEN_S = 3600
const REFRESH_S = 90 * 86_400

interface FakeShop {
  readonly shop: string
  readonly scopes: ReadonlySet<string>
  readonly tokens: Map<string, number>
  now(): number
}

const refused = (error: string): FakeAnswer => ({ status: 400, body: { error } })

/**
 * The consent page of a shop and the expiring offline tokens of the operator's app, as
 * shopify.dev/docs/apps/build/authentication-authorization describes them (authenticate-standalone-apps, access-tokens/offline-access-tokens).
 */
export const createShopConsent = (fake: FakeShop) => {
  const codes = new Set<string>()
  const refreshTokens = new Set<string>()
  const granted: string[] = []
  let count = 0
  const next = (kind: string): string => {
    count += 1
    return `${kind}_${count}`
  }

  const issue = (scope: string): FakeAnswer => {
    const [token, refreshToken] = [next('shpat_consent'), next('shprt_consent')]
    granted.push(token)
    fake.tokens.set(token, fake.now() + TOKEN_S * 1000)
    refreshTokens.add(refreshToken)
    const ends = { expires_in: TOKEN_S, refresh_token_expires_in: REFRESH_S }
    return { body: { access_token: token, scope, refresh_token: refreshToken, ...ends } }
  }

  const consent = {
    /** permissions that the merchant leaves out; may be changed at any time */
    withheld: [] as readonly string[],
    /** the merchant uninstalls the app */
    uninstall: () => {
      refreshTokens.clear()
      for (const token of granted) fake.tokens.delete(token)
    },
    authorize: ({ query }: FakeCall): FakeAnswer => {
      if (query.get('client_id') !== FAKE_PUBLIC_APP.clientId) return { status: 400, body: 'Unknown app' }
      const code = next('code')
      codes.add(code)
      const back = new URLSearchParams({ code, host: 'YWRtaW4', shop: fake.shop, state: query.get('state') ?? '' })
      back.set('timestamp', String(Math.floor(fake.now() / 1000)))
      back.sort()
      back.set('hmac', createHmac('sha256', FAKE_PUBLIC_APP.clientSecret).update(back.toString()).digest('hex'))
      return { status: 302, headers: { location: `${query.get('redirect_uri')}?${back}` }, body: '' }
    },
    /** null: the request is not for this app */
    token: (fields: URLSearchParams): FakeAnswer | null => {
      if (fields.get('client_id') !== FAKE_PUBLIC_APP.clientId) return null
      if (fields.get('client_secret') !== FAKE_PUBLIC_APP.clientSecret) return refused('invalid_client')
      const scope = [...fake.scopes].filter((name) => !consent.withheld.includes(name)).join(',')
      if (fields.get('grant_type') === 'refresh_token')
        return refreshTokens.delete(fields.get('refresh_token') ?? '') ? issue(scope) : refused('invalid_grant')
      const isKnown = codes.delete(fields.get('code') ?? '') && fields.get('expiring') === '1'
      return isKnown ? issue(scope) : refused('invalid_request')
    },
  }
  return consent
}
