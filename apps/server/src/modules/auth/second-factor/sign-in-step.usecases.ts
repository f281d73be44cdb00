import { z } from 'zod'
import type { Session } from '#contract/auth.ts'
import { assertFound, type Failure, fail } from '#contract/errors.ts'
import { type PasskeyOptions, Proof } from '#contract/second-factor.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import { findUser, presentSession, type UserRow, updateProvedUser } from '#server/modules/users/index.ts'
import { assertWithinLimit, clearLimit, clientNetwork } from '#server/platform/rate-limit.ts'
import { mustSignOn } from '../sign-on-policy.ts'
import { createSession, isDemoRefused } from '../start-session.ts'
import { canUsePasskeys } from './passkeys.ts'
import { type ChallengeRow, consumeChallenge, findChallenge, findPasskey, lockChallenge } from './second-factor.repo.ts'
import {
  createChallenge,
  isAnsweredBy,
  isFactorRight,
  passkeyChallenge,
  passwordMark,
  secondStep,
  toUserKey,
} from './verify-proof.ts'

/**
 * What a user with a second factor gets for the right password, or after a single sign-on: the error names a challenge that
 * `completeSignIn` takes.
 */
export const secondFactorNeeded = async (
  deps: Deps,
  user: UserRow,
  purpose: 'sign-in' | 'sign-on' = 'sign-in',
): Promise<Failure> => {
  const { token, challenge } = await createChallenge(deps, { purpose, user })
  const step = await secondStep(deps, user, challenge)
  return fail('auth.second_factor_needed', { extra: { challenge: token, ...step } })
}

/** Options for a sign-in by passkey alone. Errors: `second_factor.no_passkeys`, `request.too_many`. */
export const passkeySignInOptions = async (deps: Deps, call: CallInfo): Promise<PasskeyOptions> => {
  if (!canUsePasskeys(deps)) throw fail('second_factor.no_passkeys')
  await assertWithinLimit(deps, 'passkeyOptions', clientNetwork(call.ip))
  return passkeyChallenge(deps, { purpose: 'sign-in', user: null })
}

/** Named as the other fields of the grant. */
const Answer = z.object({
  challenge: z.string().max(200),
  code: Proof.shape.code,
  recovery_code: Proof.shape.recoveryCode,
  passkey: z.record(z.string(), z.unknown()).optional(),
})
type Answer = z.infer<typeof Answer>

const isPasskeyAlone = ({ user_id }: ChallengeRow): boolean => user_id === null

/** Whose challenge it is; of one without a user, whose passkey has answered. */
const findAnswerer = async ({ db }: Deps, challenge: ChallengeRow, answer: Answer): Promise<UserRow | undefined> => {
  const { account_id: accountId, user_id: userId } = challenge
  if (accountId !== null && userId !== null) return findUser(db, { accountId, userId })
  const passkey = typeof answer.passkey?.id === 'string' ? await findPasskey(db, answer.passkey.id) : undefined
  return passkey && findUser(db, { accountId: passkey.account_id, userId: passkey.user_id })
}

const proofOf = ({ challenge, code, recovery_code: recoveryCode, passkey }: Answer): Proof => ({
  code,
  recoveryCode,
  passkey: passkey && { challenge, response: passkey },
})

/** Whether the answer is right, and uses it and the challenge up. */
const isRight = async (deps: Deps, challenge: ChallengeRow, user: UserRow, answer: Answer): Promise<boolean> => {
  const { db } = deps
  if (isPasskeyAlone(challenge)) {
    const response = answer.passkey
    const passkey = typeof response?.id === 'string' ? await findPasskey(db, response.id) : undefined
    if (!response || !passkey || !(await isAnsweredBy(deps, db, challenge, { passkey, response }))) return false
    return consumeChallenge(db, challenge)
  }
  if (!(await isFactorRight(deps, db, toUserKey(user), proofOf(answer), challenge.purpose))) return false
  // A passkey's answer has done that.
  await consumeChallenge(db, challenge)
  return true
}

/**
 * Completes a sign-in by a second factor, or by a passkey alone.
 *
 * @throws Failure `auth.challenge_expired`, `auth.wrong_second_factor`, `account.deleted`, `sign_on.required`, `request.too_many` after ten wrong ones
 */
export const completeSignIn = async (deps: Deps, call: CallInfo, input: unknown): Promise<Session> => {
  const answer = Answer.safeParse(input).data
  if (!answer) throw fail('auth.challenge_expired')
  const given = { token: answer.challenge, now: deps.clock.now() }
  const challenge =
    (await findChallenge(deps.db, { ...given, purpose: 'sign-in' })) ??
    (await findChallenge(deps.db, { ...given, purpose: 'sign-on' }))
  if (!challenge) throw fail('auth.challenge_expired')
  const user = await findAnswerer(deps, challenge, answer)
  if (!user || user.disabled_at || isDemoRefused(deps, call, user)) throw fail('auth.wrong_second_factor')
  if (!isPasskeyAlone(challenge) && challenge.password_mark !== passwordMark(user)) throw fail('auth.challenge_expired')
  await assertWithinLimit(deps, 'secondFactor', user.id)
  const session = await inTransaction(deps.db, async (trx): Promise<Session | null> => {
    if (!(await lockChallenge(trx, challenge))) throw fail('auth.challenge_expired')
    if (!(await isRight({ ...deps, db: trx }, challenge, user, answer))) return null
    const at = new Date(deps.clock.now())
    const isSignedOn = challenge.purpose === 'sign-on'
    const signedIn = assertFound(await updateProvedUser(trx, user, { last_login_at: at }), 'auth.challenge_expired')
    if (!isSignedOn && (await mustSignOn(trx, signedIn))) throw fail('sign_on.required')
    const proof = { secondFactorAt: at, signedOnAt: isSignedOn ? at : null }
    const tokens = await createSession(deps, trx, call, signedIn, proof)
    await writeAudit(deps, trx, call, { action: 'session.began', accountId: user.account_id, userId: user.id })
    return presentSession(tokens, signedIn)
  })
  if (!session) {
    const refused = { action: 'session.second_factor_refused', accountId: user.account_id, userId: user.id }
    await writeAudit(deps, deps.db, call, refused)
    throw fail('auth.wrong_second_factor')
  }
  await clearLimit(deps, 'secondFactor', user.id)
  return session
}
