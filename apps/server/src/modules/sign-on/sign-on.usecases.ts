import { assertFound, Failure, fail } from '#contract/errors.ts'
import type { SignOnResult } from '#contract/single-sign-on.ts'
import { domainOfEmail } from '#domain/single-sign-on.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import { createSession, markSignedOn, secondFactorNeeded } from '#server/modules/auth/index.ts'
import { findUser, normalizeEmail, presentSession, updateUser } from '#server/modules/users/index.ts'
import { assertWithinLimit, clientNetwork } from '#server/platform/rate-limit.ts'
import { beginAttempt, endAttempt } from './attempt.ts'
import { confirmedEmail, findSignedOnUser } from './find-user.ts'
import type { Person } from './person.ts'
import { readProviderIdentity } from './provider.ts'
import {
  type AttemptRow,
  findIdentity,
  findSettings,
  findSettingsByEmail,
  putIdentity,
  type SettingsRow,
  updateSettings,
} from './sign-on.repo.ts'

/**
 * Begins a sign-in by the domain of an address. Whether the address has a user is not asked, so the answer does not tell. Errors:
 * `sign_on.not_set_up`, `sign_on.provider_failed`, `request.too_many`.
 */
export const startSignOn = async (deps: Deps, call: CallInfo, given: string): Promise<{ url: string }> => {
  await assertWithinLimit(deps, 'signOn', clientNetwork(call.ip))
  const email = normalizeEmail(given)
  const settings = await findSettingsByEmail(deps.db, email)
  if (!settings) throw fail('sign_on.not_set_up', { field: 'email', values: { domain: domainOfEmail(email) } })
  return beginAttempt(deps, call, { settings, email, tester: null })
}

/**
 * Finishes a sign-in or a test with the query that the provider added to the redirect URI. Each attempt counts once, in the browser
 * that began it.
 *
 * @throws Failure `sign_on.…`, `auth.second_factor_needed`, `request.quota`, `account.deleted`
 */
export const finishSignOn = async (deps: Deps, call: CallInfo, given: string): Promise<SignOnResult> => {
  const query = new URLSearchParams(given)
  const { attempt, answer } = await endAttempt(deps, call, query)
  const settings = await findSettings(deps.db, attempt.account_id)
  if (!settings || (attempt.tester_id === null && !settings.is_enabled)) throw fail('sign_on.expired')
  try {
    const person = await readProviderIdentity(deps, settings, answer, call.signal)
    return attempt.tester_id === null
      ? { kind: 'session', session: await signIn(deps, call, settings, person) }
      : await finishTest(deps, { attempt, testerId: attempt.tester_id, settings, person })
  } catch (error) {
    await noteRefusal(deps, call, attempt, error)
    throw error
  }
}

const isRefusal = (error: unknown): error is Failure => error instanceof Failure && error.code.startsWith('sign_on.')

/** Part of the account's log. Who tried is not known for sure. */
const noteRefusal = async (deps: Deps, call: CallInfo, attempt: AttemptRow, error: unknown): Promise<void> => {
  if (!isRefusal(error)) return
  deps.log.warn({ err: error, accountId: attempt.account_id }, 'a single sign-on was refused')
  const event = { action: 'session.sign_on_refused', accountId: attempt.account_id, userId: attempt.tester_id }
  await writeAudit(deps, deps.db, call, { ...event, details: { reason: error.code } })
}

/** A user with a second factor is asked for it, unless the account trusts the provider's. */
const signIn = async (deps: Deps, call: CallInfo, settings: SettingsRow, person: Person) => {
  const { trusts_second_factor: isTrusted } = settings
  const signedIn = await inTransaction(deps.db, async (trx) => {
    const user = await findSignedOnUser(deps, trx, call, { settings, person })
    if (user.second_factor_at !== null && !isTrusted) return { user, tokens: null }
    const at = new Date(deps.clock.now())
    const key = { accountId: user.account_id, userId: user.id }
    const updated = assertFound(await updateUser(trx, key, { last_login_at: at }), 'sign_on.expired')
    const proof = { signedOnAt: at, secondFactorAt: isTrusted ? at : null }
    const tokens = await createSession(deps, trx, call, updated, proof)
    await writeAudit(deps, trx, call, { action: 'session.began', ...key, details: { by: 'single sign-on' } })
    return { user: updated, tokens }
  })
  if (signedIn.tokens === null) throw await secondFactorNeeded(deps, signedIn.user, 'sign-on')
  return presentSession(signedIn.tokens, signedIn.user)
}

interface ReturnedTester {
  readonly attempt: AttemptRow
  readonly testerId: string
  readonly settings: SettingsRow
  readonly person: Person
}

/** Connects the administrator with the person, if both have the address; so the policy does not end this very session. */
const finishTest = (deps: Deps, { attempt, testerId, settings, person }: ReturnedTester): Promise<SignOnResult> =>
  inTransaction(deps.db, async (trx) => {
    const { account_id: accountId, issuer } = settings
    const email = await confirmedEmail(trx, settings, person)
    const tester = await findUser(trx, { accountId, userId: testerId })
    if (!tester || tester.disabled_at) throw fail('sign_on.expired')
    const at = new Date(deps.clock.now())
    await updateSettings(trx, accountId, { tested_at: at })
    const identity = { accountId, issuer, subject: person.subject }
    const isLinked = tester.email === email && ((await findIdentity(trx, identity)) ?? testerId) === testerId
    if (isLinked) {
      await putIdentity(trx, identity, { userId: testerId, at })
      await markSignedOn(trx, { accountId, sessionId: attempt.session_id ?? '', at })
    }
    return { kind: 'test', email, isLinked }
  })
