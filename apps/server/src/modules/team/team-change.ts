import { Failure, fail, failFields } from '#contract/errors.ts'
import type { UserChange } from '#contract/users.ts'
import { isPermitted } from '#domain/permission.ts'
import { ADMIN_ROLES, hasAnyRole, isAbove, type Role } from '#domain/role.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Db } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { findUser, lockPeople } from '#server/modules/users/users.repo.ts'

/** null: the caller is nobody any more. */
export type HeldRoles = readonly Role[] | null

interface Wish {
  readonly caller: Caller
  readonly call: CallInfo
  /** whom it is about, for the audit line of a refusal */
  readonly target: string
}

/**
 * Does what changes an account's people, one after another in an account. `work` is given the caller's roles as they are when
 * its turn has come: somebody else may have taken them. A try above oneself leaves an audit line.
 */
export const changingPeople = async <T>(
  deps: Deps,
  { caller, call, target }: Wish,
  work: (trx: Db, held: HeldRoles) => Promise<T>,
): Promise<T> => {
  try {
    return await inTransaction(deps.db, async (trx) => {
      await lockPeople(trx, caller.accountId)
      return work(trx, await rolesHeld(trx, caller))
    })
  } catch (error) {
    if (error instanceof Failure && error.code === 'user.above_oneself') {
      const { accountId, userId } = caller
      await writeAudit(deps, deps.db, call, { action: 'user.raise_refused', accountId, userId, target })
    }
    throw error
  }
}

const rolesHeld = async (trx: Db, caller: Caller): Promise<HeldRoles> => {
  const self = await findUser(trx, caller)
  return self && !self.disabled_at ? self.roles : null
}

/** A profile is its owner's and the administrators'; to others it is not there. */
export const canReadUser = (caller: Caller, userId: string): boolean =>
  caller.userId === userId || hasAnyRole(caller.roles, ADMIN_ROLES)

const OWN = ['email', 'theme', 'culture'] as const satisfies readonly (keyof UserChange)[]

/** Of somebody else only names can be changed. Errors: `request.invalid` with an entry for each other field. */
export const demandNamesOnly = (change: UserChange): void => {
  const fields = OWN.filter((field) => change[field] !== undefined)
  if (fields.length === 0) return
  throw failFields(
    'request.invalid',
    fields.map((field) => ({ field, message: 'Only the user can change this' })),
  )
}

/**
 * Whether roles may be given or taken by who holds these now.
 *
 * @throws Failure `auth.invalid_token` for who is nobody any more, `auth.forbidden` for who administers nothing any more,
 *   `user.above_oneself`
 */
export const demandMayDecideOn = (roles: readonly Role[], held: HeldRoles): void => {
  if (held === null) throw fail('auth.invalid_token')
  if (!isPermitted(held, 'administration')) throw fail('auth.forbidden')
  if (isAbove(roles, held)) throw fail('user.above_oneself')
}
