import { Failure, fail, failFields } from '#contract/errors.ts'
import type { UserChange } from '#contract/users.ts'
import { ADMIN_ROLES, hasAnyRole, isAbove, isPermitted, type Role } from '#domain/role.ts'
import { writeDeniedAudit } from '#server/audit/write-audit.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { assertProved } from '#server/http/access.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { findUser, type UserRow } from '#server/modules/users/index.ts'
import { lockAccountUsers } from './team.repo.ts'

interface TeamChange {
  readonly caller: Caller
  readonly call: CallInfo
  /** the affected user or invitation, for the audit entry of a denied change */
  readonly target: string
}

/**
 * Runs a change of the account's users, serialized per account. `work` receives the caller's row as read under the lock,
 * because a concurrent change may have removed roles; null: the caller was removed or disabled. An attempt to exceed one's own roles is written to the audit log.
 */
export const changeTeam = async <T>(
  deps: Deps,
  { caller, call, target }: TeamChange,
  work: (trx: Db, self: UserRow | null) => Promise<T>,
): Promise<T> => {
  try {
    return await inTransaction(deps.db, async (trx) => {
      await lockAccountUsers(trx, caller.accountId)
      const self = await findUser(trx, caller)
      return work(trx, self && !self.disabled_at ? self : null)
    })
  } catch (error) {
    if (error instanceof Failure && error.code === 'user.above_oneself') {
      const { accountId, userId } = caller
      await writeDeniedAudit(deps, deps.db, call, { action: 'user.raise_refused', accountId, userId, target })
    }
    throw error
  }
}

/** Users read their own profile, administrators every profile of the account. */
export const canReadUser = (caller: Caller, userId: string): boolean =>
  caller.userId === userId || hasAnyRole(caller.roles, ADMIN_ROLES)

const OWN_FIELDS = ['email', 'theme', 'culture'] as const satisfies readonly (keyof UserChange)[]

/** Only names can be changed for other users. Errors: `request.invalid` with an entry for each other field. */
export const assertOnlyNames = (change: UserChange): void => {
  const fields = OWN_FIELDS.filter((field) => change[field] !== undefined)
  if (fields.length === 0) return
  throw failFields(
    'request.invalid',
    fields.map((field) => ({ field, message: 'Only the user can change this' })),
  )
}

/**
 * Checks that a caller may grant or revoke these roles now. Ownership is for people: keys are refused, and a session proves who its user is.
 *
 * @throws Failure `auth.invalid_token` for a removed caller, `auth.forbidden` for one who is no longer an administrator,
 *   `user.above_oneself`, `auth.key_not_owner`, `auth.proof_needed`
 */
export function assertMayAssignRoles(
  roles: readonly Role[],
  self: UserRow | null,
  { caller, now }: { readonly caller: Caller; readonly now: number },
): asserts self is UserRow {
  if (self === null) throw fail('auth.invalid_token')
  if (!isPermitted(self.roles, 'administration')) throw fail('auth.forbidden')
  if (isAbove(roles, self.roles)) throw fail('user.above_oneself')
  if (!roles.includes('AccountOwner')) return
  if (caller.apiKey) throw fail('auth.key_not_owner')
  assertProved(caller, 'always', now)
}
