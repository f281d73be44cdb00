import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  ResponseBodyError,
  type UserInfoResponse,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { checkAddress } from '#connectors/kit/address.ts'
import { createGuardedAgent, type ResolveName } from '#connectors/kit/guarded-agent.ts'
import { AddressNotAllowed } from '#connectors/kit/platform-problems.ts'
import { Failure, fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { assertMayCallOut } from '#server/platform/outside-calls.ts'
import { providerFetch } from './provider-fetch.ts'

export interface ProviderDeps extends Pick<Deps, 'platforms'> {
  /** default: the system resolver */
  readonly resolve?: ResolveName
}

/** The account's app at its provider. */
export interface ProviderApp {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Seconds for one call; a sign-in takes up to four. */
const CALL_SECONDS = 10
const SCOPE = 'openid email profile'

const causesOf = (error: unknown): unknown[] =>
  error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error]

const unreachable = (cause: unknown): Failure =>
  fail('sign_on.provider_failed', {
    values: { message: 'Your sign-in provider could not be reached, or its answer was not usable. Try again later.' },
    cause,
  })

const isClientRefused = (error: unknown): boolean =>
  (error instanceof ResponseBodyError && error.error === 'invalid_client') ||
  (error instanceof WWWAuthenticateChallengeError && error.status === 401)

/** What a user can do about an error of a call. */
const toFailure = (error: unknown, { aborted, reason }: AbortSignal): unknown => {
  if (aborted) return reason
  if (error instanceof Failure) return error
  const causes = causesOf(error)
  if (causes.some((cause) => cause instanceof AddressNotAllowed))
    return fail('sign_on.address_refused', { field: 'issuer', cause: error })
  if (causes.some(isClientRefused)) return fail('sign_on.client_refused', { cause: error })
  // The provider said no: to the person, or to a code that is used up.
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return fail('sign_on.denied', { cause: error })
  return unreachable(error)
}

/** By the method that the provider names; the standard's default is the first one. */
const authenticationFor = (methods: readonly string[] | undefined, secret: string) =>
  methods === undefined || methods.includes('client_secret_basic')
    ? ClientSecretBasic(secret)
    : ClientSecretPost(secret)

/** Calls a provider after reading its discovery document. `use` makes the calls; the connections end with it. */
const withProvider = async <T>(
  { platforms: { allowPrivate }, resolve }: ProviderDeps,
  { issuer, clientId, clientSecret }: ProviderApp,
  signal: AbortSignal,
  use: (provider: Configuration) => Promise<T>,
): Promise<T> => {
  assertMayCallOut('sign-on provider')
  const rule = { allowPrivate }
  const agent = createGuardedAgent({ ...rule, ...(resolve ? { resolve } : {}) })
  const fetch = providerFetch(agent, rule, signal)
  try {
    const address = checkAddress(issuer, rule)
    if (address.protocol !== 'https:' && !allowPrivate) throw new AddressNotAllowed()
    const found = await discovery(address, clientId, undefined, undefined, {
      [customFetch]: fetch,
      timeout: CALL_SECONDS,
      execute: allowPrivate ? [allowInsecureRequests] : [],
    })
    const server = found.serverMetadata()
    const authentication = authenticationFor(server.token_endpoint_auth_methods_supported, clientSecret)
    const provider = new Configuration(server, clientId, undefined, authentication)
    provider[customFetch] = fetch
    provider.timeout = CALL_SECONDS
    // The ID token's signature is checked, although the token comes from the provider itself.
    enableNonRepudiationChecks(provider)
    if (allowPrivate) allowInsecureRequests(provider)
    return await use(provider)
  } catch (error) {
    throw toFailure(error, signal)
  } finally {
    await agent.destroy()
  }
}

/** What an attempt expects back. */
export interface AttemptSecrets {
  readonly state: string
  readonly nonce: string
  /** of PKCE */
  readonly verifier: string
}

interface AuthorizationRequest extends AttemptSecrets {
  readonly redirectUri: string
  /** whom the provider may suggest; null: nobody */
  readonly email: string | null
}

/** The page of the provider where the person signs in. Errors: `sign_on.provider_failed`, `sign_on.address_refused`. */
export const authorizationUrl = (
  deps: ProviderDeps,
  app: ProviderApp,
  { state, nonce, verifier, redirectUri, email }: AuthorizationRequest,
  signal: AbortSignal,
): Promise<string> =>
  withProvider(deps, app, signal, async (provider) => {
    const url = buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(email === null ? {} : { login_hint: email }),
    })
    // The browser opens it.
    return checkAddress(url, deps.platforms).href
  })

/** Whether a provider answers as one. Errors: as `authorizationUrl`, `sign_on.issuer_refused`. */
export const checkProvider = async (deps: ProviderDeps, app: ProviderApp, signal: AbortSignal): Promise<void> => {
  try {
    await withProvider(deps, app, signal, async (provider) => {
      const { authorization_endpoint: page, token_endpoint: tokens } = provider.serverMetadata()
      if (page === undefined || tokens === undefined) throw new Error('the discovery document names no endpoints')
    })
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'sign_on.address_refused') throw error
    const message = `No OpenID Connect provider answers there. Check that ${app.issuer} is the issuer exactly as the provider writes it.`
    throw fail('sign_on.issuer_refused', { field: 'issuer', values: { message }, cause: error })
  }
}

/** Who signed in, as the provider says. */
export interface Person {
  readonly subject: string
  /** null: the provider names none */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly firstName: string | null
  readonly lastName: string | null
  readonly name: string | null
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

const isMicrosoft = (issuer: string): boolean => issuer.startsWith('https://login.microsoftonline.com/')

/** Microsoft has no `email_verified`, and says instead that the tenant has proved the domain of the address. */
const isVerified = (issuer: string, { email_verified: isConfirmed, xms_edov: isDomainOwned }: Claims): boolean =>
  isConfirmed === true || (isMicrosoft(issuer) && [true, 1, '1', 'true'].some((yes) => yes === isDomainOwned))

type Claims = Readonly<Record<string, unknown>>

/** Whether the ID token says all of an address. If not, the provider is asked for it. */
const hasEmail = ({ email, email_verified: isConfirmed }: Claims): boolean =>
  email !== undefined && isConfirmed !== undefined

const toPerson = (issuer: string, token: IDToken, more: UserInfoResponse | null): Person => {
  const names: Claims = { ...more, ...token }
  // An address and its confirmation come from the same place.
  const claims: Claims = more?.email === undefined ? token : more
  return {
    subject: token.sub,
    email: textOf(claims.email),
    isEmailVerified: isVerified(issuer, claims),
    firstName: textOf(names.given_name),
    lastName: textOf(names.family_name),
    name: textOf(names.name),
  }
}

interface ReturnedBrowser extends AttemptSecrets {
  /** the redirect URI with what the provider added */
  readonly url: URL
}

/**
 * Exchanges the code of a returned browser, and checks the ID token: signature, issuer, audience, nonce and times, by the machine's
 * clock. Reads the person's address from the provider if the token does not name it.
 *
 * @throws Failure `sign_on.denied`, `sign_on.client_refused`, `sign_on.provider_failed`, `sign_on.address_refused`
 */
export const readPerson = (
  deps: ProviderDeps,
  app: ProviderApp,
  { url, state, nonce, verifier }: ReturnedBrowser,
  signal: AbortSignal,
): Promise<Person> =>
  withProvider(deps, app, signal, async (provider) => {
    const tokens = await authorizationCodeGrant(provider, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const token = tokens.claims()
    if (!token) throw fail('sign_on.denied')
    const isAsked = !hasEmail(token) && !isMicrosoft(app.issuer)
    const hasMore = isAsked && provider.serverMetadata().userinfo_endpoint !== undefined
    return toPerson(app.issuer, token, hasMore ? await fetchUserInfo(provider, tokens.access_token, token.sub) : null)
  })
