import type { User } from '#contract/auth.ts'
import { ADMIN_ROLES, hasAnyRole, isAbove, type Role } from '#domain/role.ts'

const OWNER: Role = 'AccountOwner'

type Person = Pick<User, 'id' | 'roles'>

/** Who changes whom, and how many owners the account has. */
export interface PeopleSituation {
  readonly actor: Person
  readonly person: Person
  readonly ownerCount: number
}

const isOwner = ({ roles }: { readonly roles: readonly Role[] }): boolean => roles.includes(OWNER)

const isLastOwner = ({ person, ownerCount }: PeopleSituation): boolean => isOwner(person) && ownerCount <= 1

/** Why the actor cannot give this role to somebody new; null when they can. */
export const grantLock = (role: Role, actor: Person): string | null =>
  isAbove([role], actor.roles) ? 'Only an account owner can assign this role.' : null

/** Why the actor can neither give nor take this role; null when they can. */
export const roleLock = (role: Role, situation: PeopleSituation): string | null => {
  if (isAbove([role], situation.actor.roles)) return 'Only an account owner can assign or remove this role.'
  return role === OWNER && isLastOwner(situation)
    ? 'An account needs at least one owner. Make someone else an owner before you remove this role.'
    : null
}

/** Why the actor cannot delete the person; null when they can. */
export const deleteLock = (situation: PeopleSituation): string | null => {
  const { actor, person } = situation
  if (isLastOwner(situation)) return 'An account needs at least one owner'
  return isAbove(person.roles, actor.roles) ? 'Only an account owner can delete an owner' : null
}

/** What a change of the actor's own roles costs them; null when it is somebody else's, or they stay an administrator. */
export const ownLoss = ({ actor, person }: PeopleSituation, next: readonly Role[]): string | null =>
  actor.id === person.id && !hasAnyRole(next, ADMIN_ROLES)
    ? 'You’re removing your own admin access. You won’t be able to open this page anymore.'
    : null
