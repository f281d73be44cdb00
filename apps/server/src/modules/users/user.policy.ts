import { ADMIN_ROLES, hasAnyRole } from '#domain/role.ts'
import type { Caller } from '#server/http/caller.ts'

/** A profile is its owner's and the administrators'; to others it is not there. */
export const canReadUser = (caller: Caller, userId: string): boolean =>
  caller.userId === userId || hasAnyRole(caller.roles, ADMIN_ROLES)
