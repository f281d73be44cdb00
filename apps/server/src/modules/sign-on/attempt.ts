import { createHash } from 'node:crypto'
import { fail } from '#contract/errors.ts'
import type { UserKey } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import { openBox, sealBox } from '#server/platform/sealed-box.ts'
import { buildProviderUrl } from './provider.ts'
import { findAttemptAccount, insertAttempt, putSamlResponse, type SettingsRow, takeAttempt } from './sign-on.repo.ts'

/** How long somebody may stay on the provider's page. */
const VALID_MS = 10 * 60_000
const TOKEN_BYTES = 32
const COOKIE = 'cuvee-sign-on'
const COOKIE_VALUE = /^[\w-]{43}$/

const hashText = (text: string): string => createHash('sha256').update(text).digest('base64url')

const attemptOwner = (accountId: number) => ({ accountId, serviceId: 'sign-on-attempt' })

/** Who tests the settings, in which session. */
interface Tester extends Pick<UserKey, 'userId'> {
  readonly sessionId: string
}

interface NewAttempt {
  readonly settings: SettingsRow
  readonly email: string
  /** null: somebody who signs in */
  readonly tester: Tester | null
}

/** Several tabs of a browser may sign in at once, so a cookie that it has stays. */
const bindBrowser = ({ ids }: Deps, { cookie, setCookie }: CallInfo): string => {
  const known = cookie(COOKIE)
  const value = known !== null && COOKIE_VALUE.test(known) ? known : ids.token(TOKEN_BYTES)
  setCookie({ name: COOKIE, value, seconds: VALID_MS / 1000 })
  return hashText(value)
}

/**
 * Begins an attempt, which only this browser can finish, once, within ten minutes. Returns the page of the provider. Errors:
 * `sign_on.provider_failed`, `sign_on.address_refused`.
 */
export const beginAttempt = async (
  deps: Deps,
  call: CallInfo,
  { settings, email, tester }: NewAttempt,
): Promise<{ url: string }> => {
  const [state, nonce, verifier] = [
    deps.ids.token(TOKEN_BYTES),
    deps.ids.token(TOKEN_BYTES),
    deps.ids.token(TOKEN_BYTES),
  ]
  const request = { state, nonce, verifier, email }
  const url = await buildProviderUrl(deps, settings, request, call.signal)
  const { account_id: accountId } = settings
  await insertAttempt(deps.db, {
    state_hash: hashText(state),
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

/**
 * Keeps what a SAML provider's page posted, until the browser that began the attempt comes back. The posting browser brings no cookie,
 * as the page is of another site; nothing happens for a `state` that is not awaited.
 */
export const keepSamlResponse = async (
  { db, keys }: Deps,
  { state, response }: { readonly state: string; readonly response: string },
): Promise<void> => {
  const stateHash = hashText(state)
  const accountId = await findAttemptAccount(db, stateHash)
  if (accountId === undefined) return
  await putSamlResponse(db, { accountId, stateHash }, sealBox(keys, attemptOwner(accountId), response))
}

/** The attempt that this browser began; found once. Errors: `sign_on.expired`. */
export const endAttempt = async (deps: Deps, { cookie }: Pick<CallInfo, 'cookie'>, query: URLSearchParams) => {
  const [state, browser] = [query.get('state') ?? '', cookie(COOKIE) ?? '']
  const attempt = await takeAttempt(deps.db, { stateHash: hashText(state), browserHash: hashText(browser) })
  if (!attempt || attempt.created_at.getTime() <= deps.clock.now() - VALID_MS) throw fail('sign_on.expired')
  const open = (box: Buffer) => openBox(deps.keys, attemptOwner(attempt.account_id), box)
  const expected = { state, nonce: attempt.nonce, verifier: open(attempt.verifier) }
  return { attempt, answer: { expected, query, samlResponse: attempt.saml_response && open(attempt.saml_response) } }
}
