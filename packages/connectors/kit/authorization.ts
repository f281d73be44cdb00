import { createHash } from 'node:crypto'
import type { PlatformClient } from './platform-client.ts'
import { CredentialsRejected, isPlatformRefusal, PlatformUnavailable } from './platform-problems.ts'

/** The operator's app on a platform, which users give access to. */
export interface PlatformApp {
  readonly clientId: string
  readonly clientSecret: string
  /** permissions to ask for besides those that a sync needs */
  readonly extraScopes: readonly string[]
}

/** Access that a user gave the operator's app on the platform. */
export interface Grant {
  readonly accessToken: string
  /** null: the access token can't be renewed */
  readonly refreshToken: string | null
  /** end of the access token, epoch milliseconds; null: it has none */
  readonly expires: number | null
  /** the platform's ID of the business; null: it gives none */
  readonly business: string | null
}

/** The stored grant of a connection. */
export interface GrantAccess {
  current(): Grant
  /**
   * Replaces a grant by what `fetchNext` returns and stores that. One at a time for a service: a grant that was already replaced
   * meanwhile, by this process or another, is returned without a call.
   */
  renew(stale: Grant, fetchNext: (stored: Grant) => Promise<Grant>): Promise<Grant>
}

interface ConsentRequest {
  readonly settings: Readonly<Record<string, unknown>>
  /** base URL of the platform */
  readonly baseUrl: string
  /** where the platform sends the user back */
  readonly redirectUri: string
  /** comes back unchanged */
  readonly state: string
}

interface ReturnedUser {
  readonly settings: Readonly<Record<string, unknown>>
  /** what the platform added to the redirect URI */
  readonly query: URLSearchParams
  readonly client: PlatformClient
}

/** How a user connects a platform by consenting there, instead of entering credentials. */
interface ConsentPage {
  /** settings that are entered before */
  readonly asks: readonly string[]
  /** settings that it replaces */
  readonly replaces: readonly string[]
  /** what to do there, where the page doesn't say it */
  readonly instruction?: string
}

/** The user consents to the operator's app on the platform, and comes back with a code. */
export interface AppAuthorization extends ConsentPage {
  readonly by: 'app'
  /**
   * For platforms whose page doesn't return the state: the settings of the connection that a callback is about; null: it names none.
   * The connection must have been started by the same session.
   */
  namedBy?(query: URLSearchParams): Readonly<Record<string, string>> | null
  /** URL of the page where the user consents */
  consentUrl(request: ConsentRequest & { readonly app: PlatformApp }): string
  /** Exchanges the code of the callback. Throws `ConsentDenied` and the errors of platform-problems.ts. */
  exchange(
    user: ReturnedUser & {
      readonly app: PlatformApp
      readonly redirectUri: string
      /** epoch milliseconds */
      readonly now: number
    },
  ): Promise<Grant>
}

/** Keys that a platform sent, and the state of the consent that they belong to. */
interface SentKeys {
  readonly state: string
  readonly keys: string
}

export interface AcceptedKeys {
  readonly grant: Grant
  /** settings that were found out by trying */
  readonly settings: Readonly<Record<string, unknown>>
}

/**
 * The platform makes keys, and sends them to a public address of this server while the user is on its page. It needs no app. Whoever
 * knows the state can send keys, so they are tried before they are used.
 */
export interface KeyAuthorization extends ConsentPage {
  readonly by: 'keys'
  consentUrl(request: ConsentRequest & { readonly callbackUrl: string }): string
  /** What was sent to `callbackUrl`; null: no keys. */
  readKeys(body: unknown): SentKeys | null
  /** Tries keys. `keys`: null: none were sent. Throws `ConsentDenied`, `KeysNotSent`, and the errors of platform-problems.ts. */
  accept(user: ReturnedUser & { readonly keys: string | null }): Promise<AcceptedKeys>
}

export type PlatformAuthorization = AppAuthorization | KeyAuthorization

/** The user consented, but no keys arrived. */
export class KeysNotSent extends Error {
  override readonly name = 'KeysNotSent'
}

/** The user came back without having consented. */
export class ConsentDenied extends Error {
  override readonly name = 'ConsentDenied'
  /** needed permissions that the user didn't give; empty: all */
  readonly missing: readonly string[]

  constructor(missing: readonly string[] = []) {
    super('The user did not consent')
    this.missing = missing
  }
}

/** Credentials as HTTP Basic authentication sends them. */
export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** The URL of a page below the base URL of a platform. */
export const buildPageUrl = (baseUrl: string, path: string, query: Readonly<Record<string, string>>): string => {
  const url = new URL(path, `${baseUrl.replace(/\/+$/, '')}/`)
  url.search = new URLSearchParams(query).toString()
  return url.href
}

/** Runs one call with an access token; a renewed one when the token is near its end or the platform rejects it. */
export type CallWithToken = <T>(call: (accessToken: string) => Promise<T>) => Promise<T>

interface GrantRules {
  /** the platform's name */
  readonly title: string
  readonly now: () => number
  /** null: the operator has no app on the platform any more */
  readonly app: PlatformApp | null
  /** the access token is renewed that long before its end, milliseconds */
  readonly leadMs: number
  /** omitted where access can't be renewed */
  renew?(app: PlatformApp, refreshToken: string): Promise<Grant>
}

/** Throws `CredentialsRejected` when the user has to connect again. */
export const withGrant = (access: GrantAccess, { title, now, app, leadMs, renew }: GrantRules): CallWithToken => {
  const ended = () => new CredentialsRejected(`${title} no longer gives Cuvee access. Connect ${title} again.`)

  const next = async ({ refreshToken }: Grant): Promise<Grant> => {
    if (!renew || app === null || refreshToken === null) throw ended()
    return renew(app, refreshToken).catch((error: unknown) => {
      throw isPlatformRefusal(error) ? ended() : error
    })
  }

  const fresh = async (): Promise<Grant> => {
    const grant = access.current()
    const { expires, refreshToken } = grant
    if (expires === null || refreshToken === null || now() < expires - leadMs) return grant
    try {
      return await access.renew(grant, next)
    } catch (error) {
      if (error instanceof PlatformUnavailable && now() < expires) return grant
      throw error
    }
  }

  return async (call) => {
    const grant = await fresh()
    return retryRejected(call, grant.accessToken, async () => (await access.renew(grant, next)).accessToken)
  }
}

/** Repeats a call once with another token where the platform rejects the first. */
const retryRejected = async <T>(
  call: (accessToken: string) => Promise<T>,
  token: string,
  renewed: () => Promise<string>,
): Promise<T> => {
  try {
    return await call(token)
  } catch (error) {
    if (!(error instanceof CredentialsRejected)) throw error
    return call(await renewed())
  }
}

type ObtainedToken = Pick<Grant, 'accessToken' | 'expires'>

interface ClientCredentials {
  /** keeps tokens between sessions */
  readonly cache: Map<string, unknown>
  readonly now: () => number
  /** what the token depends on */
  readonly credentials: readonly string[]
  /** a token is replaced that long before its end, milliseconds */
  readonly leadMs: number
  obtain(): Promise<ObtainedToken>
  /** what to do where the platform gives none */
  readonly refused: string
}

/** Calls with a token that the platform gives for an ID and a secret. Throws `CredentialsRejected` with `refused`. */
export const withClientCredentials = (given: ClientCredentials): CallWithToken => {
  const { cache, now, credentials, leadMs, obtain, refused } = given
  const key = createHash('sha256').update(credentials.join('\n')).digest('hex')

  const logIn = async (): Promise<string> => {
    cache.delete(key)
    const obtained = await obtain().catch((error: unknown) => {
      throw isPlatformRefusal(error) ? new CredentialsRejected(refused) : error
    })
    cache.set(key, obtained)
    return obtained.accessToken
  }

  return async (call) => {
    const cached = cache.get(key) as ObtainedToken | undefined
    const isUsable = cached && (cached.expires === null || now() < cached.expires - leadMs)
    return isUsable ? retryRejected(call, cached.accessToken, logIn) : call(await logIn())
  }
}
