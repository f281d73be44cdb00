import { fail, failFields } from '#contract/errors.ts'
import type { UserChange } from '#contract/users.ts'
import { isPermitted } from '#domain/permission.ts'
import { ADMIN_ROLES, hasAnyRole, isAbove, type Role } from '#domain/role.ts'
import type { Caller } from '#server/http/caller.ts'
import type { HeldRoles } from './people-change.ts'

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
