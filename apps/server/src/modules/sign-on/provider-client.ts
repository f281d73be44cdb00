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
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { checkAddress } from '#connectors/kit/address.ts'
import { createGuardedAgent } from '#connectors/kit/guarded-agent.ts'
import { AddressNotAllowed } from '#connectors/kit/platform-problems.ts'
import { Failure, fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { assertMayCallOut } from '#server/platform/outside-calls.ts'
import { type Claims, hasAllOfEmail, type Person, toPerson } from './person.ts'
import { providerFetch } from './provider-fetch.ts'

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

/** Failed checks of what a provider has answered: its signature, who it is by and for, and its times. */
const CHECKS = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]

const isCheckFailed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CHECKS.some((code) => code === error.code)

const unreachable = (cause: unknown): Failure =>
  fail('sign_on.provider_failed', {
    values: { message: 'Your sign-in provider couldn’t be reached or sent an unusable response. Try again later.' },
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
  if (causes.some(isCheckFailed)) return fail('sign_on.answer_refused', { cause: error })
  return unreachable(error)
}

/** By the method that the provider names; the standard's default is the first one. */
const authenticationFor = (methods: readonly string[] | undefined, secret: string) =>
  methods === undefined || methods.includes('client_secret_basic')
    ? ClientSecretBasic(secret)
    : ClientSecretPost(secret)

/** Calls a provider after reading its discovery document. `use` makes the calls; the connections end with it. */
const withProvider = async <T>(
  { platforms }: Deps,
  { issuer, clientId, clientSecret }: ProviderApp,
  signal: AbortSignal,
  use: (provider: Configuration) => Promise<T>,
): Promise<T> => {
  assertMayCallOut('sign-on provider')
  const { allowPrivate } = platforms
  const agent = createGuardedAgent(platforms)
  const fetch = providerFetch(agent, platforms, signal)
  try {
    const address = checkAddress(issuer, platforms)
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
  deps: Deps,
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
export const checkProvider = async (deps: Deps, app: ProviderApp, signal: AbortSignal): Promise<void> => {
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

interface ReturnedBrowser extends AttemptSecrets {
  /** the redirect URI with what the provider added */
  readonly url: URL
}

/**
 * Exchanges the code of a returned browser, and checks the ID token: signature, issuer, audience, nonce and times, by the machine's
 * clock. Reads the person's address from the provider if the token does not name it.
 *
 * @throws Failure `sign_on.denied`, `sign_on.answer_refused`, `sign_on.client_refused`, `sign_on.provider_failed`, `sign_on.address_refused`
 */
export const readPerson = (
  deps: Deps,
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
    const isAsked = !hasAllOfEmail(app.issuer, token) && provider.serverMetadata().userinfo_endpoint !== undefined
    const more: Claims | null = isAsked ? await fetchUserInfo(provider, tokens.access_token, token.sub) : null
    return toPerson({ issuer: app.issuer, subject: token.sub, token, more })
  })
