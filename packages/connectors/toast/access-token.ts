import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Connection } from '../kit/connector.ts'
import { CredentialsRejected, isPlatformRefusal } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'

/** Renewed that long before its end. */
const MARGIN_MS = 10 * 60_000
const CACHE_KEY = 'toast-token'

const Answer = z.object({ token: z.object({ accessToken: z.string().min(1), expiresIn: z.number().positive() }) })

const CachedToken = z.object({ of: z.string(), token: z.string(), until: z.number() })
type CachedToken = z.infer<typeof CachedToken>

const REFUSED =
  'Toast doesn’t accept this client ID and secret. Check them in Toast Web, under Integrations, Toast API access, Manage credentials.'

export interface AccessToken {
  /** Makes a call with a token, and once more with a new one if Toast rejects a cached one. */
  use<T>(call: (token: string) => Promise<T>): Promise<T>
}

type Credentials = Pick<Connection, 'client' | 'settings' | 'secrets' | 'now' | 'cache'>

const login = async (
  { client }: Credentials,
  body: { clientId: string; clientSecret: string },
  budgets: readonly string[],
) => {
  try {
    const answer = await client.json({
      method: 'POST',
      path: 'authentication/v1/authentication/login',
      body: { ...body, userAccessType: 'TOAST_MACHINE_CLIENT' },
      budgets,
    })
    return readEnvelope(answer, Answer, 'The access token').token
  } catch (error) {
    throw isPlatformRefusal(error) ? new CredentialsRejected(REFUSED) : error
  }
}

/**
 * A token of the client ID and secret. Toast asks for no more than two in an hour, and rather one a day, so it is cached between
 * sessions: https://doc.toasttab.com/doc/devguide/apiAuthenticationRateLimit.html
 */
export const createAccessToken = (credentials: Credentials, budgets: readonly string[]): AccessToken => {
  const { settings, secrets, now, cache } = credentials
  const clientId = String(settings.clientId ?? '').trim()
  const clientSecret = String(secrets.clientSecret ?? '').trim()
  const of = createHash('sha256').update([settings.apiUrl, clientId, clientSecret].join('\n')).digest('hex')

  const known = (): CachedToken | null => {
    const { data } = CachedToken.safeParse(cache.get(CACHE_KEY))
    return data && data.of === of && now() < data.until ? data : null
  }

  const renewed = async (): Promise<string> => {
    cache.delete(CACHE_KEY)
    const { accessToken, expiresIn } = await login(credentials, { clientId, clientSecret }, budgets)
    cache.set(CACHE_KEY, { of, token: accessToken, until: now() + Math.max(expiresIn * 1000 - MARGIN_MS, 0) })
    return accessToken
  }

  return {
    async use(call) {
      const before = known()
      if (before === null) return call(await renewed())
      try {
        return await call(before.token)
      } catch (error) {
        if (!(error instanceof CredentialsRejected)) throw error
        return call(await renewed())
      }
    },
  }
}

const Claims = z.object({ scope: z.string() })

/** The scopes that a token names; null: it names none that can be read. */
export const parseScopes = (token: string): ReadonlySet<string> | null => {
  const [, payload = ''] = token.split('.')
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    const { data } = Claims.safeParse(claims)
    return data ? new Set(data.scope.split(/\s+/).filter(Boolean)) : null
  } catch {
    return null
  }
}
