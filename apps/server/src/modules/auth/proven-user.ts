import { fail } from '#contract/errors.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Deps } from '#server/container.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { findUser, type UserRow } from '#server/modules/users/users.repo.ts'
import { verifyPassword } from './password-hash.ts'
import { clearLimit, demandWithinLimit } from './rate-limit.ts'

interface Proof {
  readonly password: string
  /** of the input, where it came */
  readonly field: 'password' | 'currentPassword'
  /** what the audit log calls a wrong one */
  readonly refusedAs: string
}

/**
 * The caller, who has just given the own password: a session alone is not enough for some things.
 *
 * @throws Failure `auth.wrong_current_password`, `request.too_many` after ten wrong tries, whatever they were for
 */
export const provenUser = async (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  { password, field, refusedAs }: Proof,
): Promise<UserRow> => {
  const { accountId, userId } = caller
  await demandWithinLimit(deps, 'currentPassword', userId)
  const user = await findUser(deps.db, caller)
  if (!user) throw fail('auth.invalid_token')
  if (!(await verifyPassword(user.password_hash, password))) {
    await writeAudit(deps, deps.db, call, { action: refusedAs, accountId, userId })
    throw fail('auth.wrong_current_password', { field })
  }
  await clearLimit(deps, 'currentPassword', userId)
  return user
}
