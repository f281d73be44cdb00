import { createHash } from 'node:crypto'
import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import { refuseWith } from './fake-paging.fixture.ts'

/** The operator's app, as in the Developer Console. */
export const FAKE_SQUARE_APP = {
  clientId: 'sq0idp-fake-app',
  clientSecret: 'sq0csp-fake-secret',
  extraScopes: [],
} as const

const DAY_MS = 86_400_000
const TOKEN_MS = 30 * DAY_MS
const CODE_MS = 5 * 60_000

const redirect = (to: string, query: Readonly<Record<string, string>>): FakeAnswer => ({
  status: 302,
  headers: { location: `${to}?${new URLSearchParams(query)}` },
  body: '',
})

const short = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 20)

/** The consent page and the tokens of one seller. Sources: the pages `authorize` and `obtain-token` of Square's API reference. */
export const createFakeConsent = (now: () => number) => {
  const codes = new Map<string, { redirectUri: string; until: number }>()
  let issuedCodes = 0
  const refreshTokens = new Set<string>()
  const accessTokens = new Map<string, number>()

  const authorize = ({ query }: FakeCall): FakeAnswer => {
    const [redirectUri, state] = [query.get('redirect_uri') ?? '', query.get('state') ?? '']
    const isKnown = query.get('client_id') === FAKE_SQUARE_APP.clientId && redirectUri !== ''
    if (!isKnown || !query.get('scope')?.includes('ORDERS_READ')) return { status: 400, body: 'Unknown application' }
    if (consent.isDeclined)
      return redirect(redirectUri, { error: 'access_denied', error_description: 'user_denied', state })
    issuedCodes += 1
    const code = `sq0cgp-${short(`${issuedCodes}`)}`
    codes.set(code, { redirectUri, until: now() + CODE_MS })
    return redirect(redirectUri, { code, response_type: 'code', state })
  }

  const refuse = (): never => refuseWith(401, 'UNAUTHORIZED', 'Not authorized')

  const redeem = ({ code, redirect_uri }: Record<string, string>): string => {
    const known = codes.get(code ?? '')
    codes.delete(code ?? '')
    if (!known || known.until < now() || known.redirectUri !== redirect_uri) return refuse()
    return `EQAA-${short(String(code))}`
  }

  const token = ({ body }: FakeCall): FakeAnswer => {
    const given: Record<string, string> = JSON.parse(body)
    const { clientId, clientSecret } = FAKE_SQUARE_APP
    if (given.client_id !== clientId || given.client_secret !== clientSecret) return refuse()
    const isRenewal = given.grant_type === 'refresh_token'
    const refreshToken = isRenewal ? String(given.refresh_token) : redeem(given)
    if (isRenewal && !refreshTokens.has(refreshToken)) return refuse()
    refreshTokens.add(refreshToken)
    const accessToken = `EAAA-granted-${consent.issued.length}`
    accessTokens.set(accessToken, now() + TOKEN_MS)
    consent.issued.push(String(given.grant_type))
    return {
      body: {
        access_token: accessToken,
        token_type: 'bearer',
        expires_at: new Date(now() + TOKEN_MS).toISOString(),
        merchant_id: consent.merchant,
        refresh_token: refreshToken,
        short_lived: false,
      },
    }
  }

  const consent = {
    /** the seller declines on the consent page; may be changed at any time */
    isDeclined: false,
    /** the merchant that signs in there; may be changed at any time */
    merchant: 'MERCHANT',
    /** renewals and exchanges so far */
    issued: [] as string[],
    isValid: (accessToken: string): boolean => (accessTokens.get(accessToken) ?? 0) > now(),
    /** the seller disconnects the app */
    revoke: () => {
      refreshTokens.clear()
      accessTokens.clear()
    },
    authorize,
    token,
  }
  return consent
}
