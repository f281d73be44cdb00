import { assertFound, fail, failFields } from '#contract/errors.ts'
import { REQUIRED } from '#contract/fields.ts'
import type { PasskeyOptions, Proof } from '#contract/second-factor.ts'
import { writeDeniedAudit } from '#server/audit/write-audit.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { findUser, type UserRow } from '#server/modules/users/index.ts'
import { assertWithinLimit, clearLimit } from '#server/platform/rate-limit.ts'
import { verifyCurrentPassword } from '../passwords.usecases.ts'
import { markProved } from '../sessions.repo.ts'
import { isFactorRight, passkeyChallenge } from './verify-proof.ts'

const findSelf = async ({ db }: Deps, caller: Caller): Promise<UserRow> =>
  assertFound(await findUser(db, caller), 'auth.invalid_token')

/** Options that one of the caller's passkeys answers. */
export const proveOptions = async (deps: Deps, caller: Caller): Promise<PasskeyOptions> =>
  passkeyChallenge(deps, { purpose: 'prove', user: await findSelf(deps, caller) })

const provePassword = async (deps: Deps, call: CallInfo, caller: Caller, password: string | undefined) => {
  if (password === undefined) throw failFields('request.invalid', [{ field: 'password', message: REQUIRED }])
  const check = { password, field: 'password', failureAction: 'user.proof_refused' } as const
  await verifyCurrentPassword(deps, call, caller, check)
  await markProved(deps.db, caller, { at: new Date(deps.clock.now()), isSecondFactor: false })
}

/**
 * Proves who the caller is, for the protected changes of the next minutes: by a second factor, or by the password of a user who has none.
 *
 * @throws Failure `auth.wrong_proof`, `auth.wrong_current_password`, `request.too_many` after ten wrong ones
 */
export const prove = async (deps: Deps, call: CallInfo, caller: Caller, proof: Proof): Promise<void> => {
  if (!caller.proof.hasSecondFactor) return provePassword(deps, call, caller, proof.password)
  await assertWithinLimit(deps, 'secondFactor', caller.userId)
  const isRight = await inTransaction(deps.db, async (trx) => {
    if (!(await isFactorRight(deps, trx, caller, proof, 'prove'))) return false
    await markProved(trx, caller, { at: new Date(deps.clock.now()), isSecondFactor: true })
    return true
  })
  if (!isRight) {
    const { accountId, userId } = caller
    await writeDeniedAudit(deps, deps.db, call, { action: 'user.proof_refused', accountId, userId })
    throw fail('auth.wrong_proof')
  }
  await clearLimit(deps, 'secondFactor', caller.userId)
}
