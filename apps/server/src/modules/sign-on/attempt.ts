import { createHash } from 'node:crypto'
import { fail } from '#contract/errors.ts'
import type { UserKey } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import { openBox, sealBox } from '#server/platform/sealed-box.ts'
import { type AttemptSecrets, authorizationUrl, type ProviderApp, type ProviderDeps } from './provider-client.ts'
import { type AttemptRow, insertAttempt, type SettingsRow, takeAttempt } from './sign-on.repo.ts'

export type AttemptDeps = ProviderDeps & Pick<Deps, 'clock' | 'db' | 'ids' | 'keys' | 'publicUrl'>

/** How long somebody may stay on the provider's page. */
const VALID_MS = 10 * 60_000
const TOKEN_BYTES = 32
const COOKIE = 'cuvee-sign-on'
const COOKIE_VALUE = /^[\w-]{43}$/

/** Where providers send browsers back; the administrator enters it there. */
export const redirectUriOf = (publicUrl: string): string => `${publicUrl}/sign-in/return`

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

const secretOwner = (accountId: number) => ({ accountId, serviceId: 'sign-on' })
const attemptOwner = (accountId: number) => ({ accountId, serviceId: 'sign-on-attempt' })

export const sealClientSecret = ({ keys }: Pick<Deps, 'keys'>, accountId: number, secret: string): Buffer =>
  sealBox(keys, secretOwner(accountId), secret)

/** @throws SealedBoxError */
export const openClientSecret = (
  { keys }: Pick<Deps, 'keys'>,
  { account_id: accountId, client_secret: secret }: SettingsRow,
): string => openBox(keys, secretOwner(accountId), secret)

/** The account's app at its provider. @throws SealedBoxError */
export const appOf = (deps: Pick<Deps, 'keys'>, settings: SettingsRow): ProviderApp => ({
  issuer: settings.issuer,
  clientId: settings.client_id,
  clientSecret: openClientSecret(deps, settings),
})

/** Who tests the settings, in which session. */
export interface Tester extends Pick<UserKey, 'userId'> {
  readonly sessionId: string
}

interface NewAttempt {
  readonly settings: SettingsRow
  readonly email: string
  /** null: somebody who signs in */
  readonly tester: Tester | null
}

/** Several tabs of a browser may sign in at once, so a cookie that it has stays. */
const bindBrowser = ({ ids }: Pick<Deps, 'ids'>, { cookie, setCookie }: CallInfo): string => {
  const known = cookie(COOKIE)
  const value = known !== null && COOKIE_VALUE.test(known) ? known : ids.token(TOKEN_BYTES)
  setCookie({ name: COOKIE, value, seconds: VALID_MS / 1000 })
  return hashOf(value)
}

/**
 * Begins an attempt, which only this browser can finish, once, within ten minutes. Returns the page of the provider. Errors:
 * `sign_on.provider_failed`, `sign_on.address_refused`.
 */
export const beginAttempt = async (
  deps: AttemptDeps,
  call: CallInfo,
  { settings, email, tester }: NewAttempt,
): Promise<{ url: string }> => {
  const [state, nonce, verifier] = [
    deps.ids.token(TOKEN_BYTES),
    deps.ids.token(TOKEN_BYTES),
    deps.ids.token(TOKEN_BYTES),
  ]
  const redirectUri = redirectUriOf(deps.publicUrl)
  const request = { state, nonce, verifier, redirectUri, email }
  const url = await authorizationUrl(deps, appOf(deps, settings), request, call.signal)
  const { account_id: accountId } = settings
  await insertAttempt(deps.db, {
    state_hash: hashOf(state),
    account_id: accountId,
    browser_hash: bindBrowser(deps, call),
    nonce,
    verifier: sealBox(deps.keys, attemptOwner(accountId), verifier),
    tester_id: tester?.userId ?? null,
    session_id: tester?.sessionId ?? null,
    created_at: new Date(deps.clock.now()),
  })
  return { url }
}

/** An attempt that came back. */
interface ReturnedAttempt {
  readonly attempt: AttemptRow
  readonly expected: AttemptSecrets
}

/** The attempt that this browser began; found once. Errors: `sign_on.expired`. */
export const endAttempt = async (
  deps: Pick<Deps, 'clock' | 'db' | 'keys'>,
  { cookie }: Pick<CallInfo, 'cookie'>,
  query: URLSearchParams,
): Promise<ReturnedAttempt> => {
  const [state, browser] = [query.get('state') ?? '', cookie(COOKIE) ?? '']
  const attempt = await takeAttempt(deps.db, { stateHash: hashOf(state), browserHash: hashOf(browser) })
  if (!attempt || attempt.created_at.getTime() <= deps.clock.now() - VALID_MS) throw fail('sign_on.expired')
  const verifier = openBox(deps.keys, attemptOwner(attempt.account_id), attempt.verifier)
  return { attempt, expected: { state, nonce: attempt.nonce, verifier } }
}
