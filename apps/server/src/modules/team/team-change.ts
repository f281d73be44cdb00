import { Failure, fail, failFields } from '#contract/errors.ts'
import type { UserChange } from '#contract/users.ts'
import { ADMIN_ROLES, hasAnyRole, isAbove, isPermitted, type Role } from '#domain/role.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Db } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { findUser, lockAccountUsers } from '#server/modules/users/index.ts'

/** null: the caller was removed or disabled. */
export type CurrentRoles = readonly Role[] | null

interface TeamChange {
  readonly caller: Caller
  readonly call: CallInfo
  /** the affected user or invitation, for the audit entry of a denied change */
  readonly target: string
}

/**
 * Runs a change of the account's users, serialized per account. `work` receives the caller's roles as read under the lock,
 * because a concurrent change may have removed them. An attempt to exceed one's own roles is written to the audit log.
 */
export const changeTeam = async <T>(
  deps: Pick<Deps, 'clock' | 'log' | 'db'>,
  { caller, call, target }: TeamChange,
  work: (trx: Db, currentRoles: CurrentRoles) => Promise<T>,
): Promise<T> => {
  try {
    return await inTransaction(deps.db, async (trx) => {
      await lockAccountUsers(trx, caller.accountId)
      return work(trx, await findCurrentRoles(trx, caller))
    })
  } catch (error) {
    if (error instanceof Failure && error.code === 'user.above_oneself') {
      const { accountId, userId } = caller
      await writeAudit(deps, deps.db, call, { action: 'user.raise_refused', accountId, userId, target })
    }
    throw error
  }
}

const findCurrentRoles = async (trx: Db, caller: Caller): Promise<CurrentRoles> => {
  const self = await findUser(trx, caller)
  return self && !self.disabled_at ? self.roles : null
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
 * Checks that a caller with the current roles may grant or revoke these roles.
 *
 * @throws Failure `auth.invalid_token` for a removed caller, `auth.forbidden` for one who is no longer an administrator,
 *   `user.above_oneself`
 */
export const assertMayAssignRoles = (roles: readonly Role[], currentRoles: CurrentRoles): void => {
  if (currentRoles === null) throw fail('auth.invalid_token')
  if (!isPermitted(currentRoles, 'administration')) throw fail('auth.forbidden')
  if (isAbove(roles, currentRoles)) throw fail('user.above_oneself')
}
