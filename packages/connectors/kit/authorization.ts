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

interface GrantRules {
  /** the platform's name */
  readonly title: string
  readonly now: () => number
  /** the access token is renewed that long before its end, milliseconds */
  readonly leadMs: number
  readonly fetchNext: (stored: Grant) => Promise<Grant>
}

/** Runs one call with an access token; a renewed one when the token is near its end or the platform rejects it. */
export type CallWithToken = <T>(call: (accessToken: string) => Promise<T>) => Promise<T>

/** Throws `CredentialsRejected` when the user has to connect again. */
export const withGrant = (access: GrantAccess, { title, now, leadMs, fetchNext }: GrantRules): CallWithToken => {
  const next = async (stored: Grant): Promise<Grant> => {
    try {
      return await fetchNext(stored)
    } catch (error) {
      if (!isPlatformRefusal(error)) throw error
      throw new CredentialsRejected(`${title} no longer gives Cuvee access. Connect ${title} again.`)
    }
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
    try {
      return await call(grant.accessToken)
    } catch (error) {
      if (!(error instanceof CredentialsRejected)) throw error
      const { accessToken } = await access.renew(grant, next)
      return call(accessToken)
    }
  }
}
