import { fail, failFields } from '#contract/errors.ts'
import type { UserChange } from '#contract/users.ts'
import { ADMIN_ROLES, hasAnyRole, isAbove, type Role } from '#domain/role.ts'
import type { Caller } from '#server/http/caller.ts'

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

/** Errors: `user.above_oneself` when roles to be given or taken are above those held. */
export const demandNotAbove = (roles: readonly Role[], held: readonly Role[]): void => {
  if (isAbove(roles, held)) throw fail('user.above_oneself')
}
