import type { User } from '#contract/auth.ts'
import { ADMIN_ROLES, hasAnyRole, isAbove, type Role } from '#domain/role.ts'

const OWNER: Role = 'AccountOwner'

type Person = Pick<User, 'id' | 'roles'>

/** The acting user, the changed user, and the account's number of owners. */
export interface RoleChangeContext {
  readonly actor: Person
  readonly person: Person
  readonly ownerCount: number
}

const isOwner = ({ roles }: { readonly roles: readonly Role[] }): boolean => roles.includes(OWNER)

const isLastOwner = ({ person, ownerCount }: RoleChangeContext): boolean => isOwner(person) && ownerCount <= 1

/** Why the actor cannot assign this role to a new user; null when they can. */
export const grantLock = (role: Role, actor: Person): string | null =>
  isAbove([role], actor.roles) ? 'Only an account owner can assign this role.' : null

/** Why the actor can neither assign nor remove this role; null when they can. */
export const roleLock = (role: Role, situation: RoleChangeContext): string | null => {
  if (isAbove([role], situation.actor.roles)) return 'Only an account owner can assign or remove this role.'
  return role === OWNER && isLastOwner(situation)
    ? 'An account needs at least one owner. Make someone else an owner before you remove this role.'
    : null
}

/** Why the actor cannot delete the person; null when they can. */
export const deleteLock = (situation: RoleChangeContext): string | null => {
  const { actor, person } = situation
  if (isLastOwner(situation)) return 'An account needs at least one owner'
  return isAbove(person.roles, actor.roles) ? 'Only an account owner can delete an owner' : null
}

/** What an administrator can do about someone's access. */
export type AccessAction = 'sessions' | 'factors' | 'disable'

/** Actions on the access of others who are not above the actor. */
export const accessActions = ({
  actor,
  person,
}: Pick<RoleChangeContext, 'actor'> & { readonly person: User }): readonly AccessAction[] => {
  if (actor.id === person.id || isAbove(person.roles, actor.roles)) return []
  return person.hasSecondFactor ? ['sessions', 'factors', 'disable'] : ['sessions', 'disable']
}

/** A warning if the actor would lose their own admin access; else null. */
export const selfDemotionWarning = ({ actor, person }: RoleChangeContext, next: readonly Role[]): string | null =>
  actor.id === person.id && !hasAnyRole(next, ADMIN_ROLES)
    ? 'You’re removing your own admin access. You won’t be able to open this page anymore.'
    : null

interface RoleInfo {
  readonly name: string
  /** what the role allows */
  readonly can: string
}

/** Labels of the roles. */
export const ROLE_INFO = {
  User: {
    name: 'User',
    can: 'Views all numbers and reports, and creates their own dashboards and reports. Doesn’t include sharing, scheduling, or settings. Right for most of the team.',
  },
  PowerUser: {
    name: 'Power user',
    can: 'Everything a user can do, plus sharing reports and scheduling them by email. Doesn’t include settings, users, or billing. Right for managers.',
  },
  BillingAdmin: {
    name: 'Billing admin',
    can: 'Manages the plan, payment method, and invoices. Doesn’t include reports or settings. Right for a bookkeeper.',
  },
  AccountAdmin: {
    name: 'Account admin',
    can: 'Manages Cuvee for the winery: services, tastings, users, settings, and billing. Doesn’t include adding owners or deleting the account.',
  },
  AccountOwner: {
    name: 'Account owner',
    can: 'Everything an admin can do, plus adding owners and deleting the account. Every account has at least one.',
  },
} as const satisfies Record<Role, RoleInfo>

export const ROLES_SHOWN: readonly Role[] = ['User', 'PowerUser', 'BillingAdmin', 'AccountAdmin', 'AccountOwner']

/** Names of roles in display order. */
export const roleNames = (roles: readonly Role[]): string[] =>
  ROLES_SHOWN.filter((role) => roles.includes(role)).map((role) => ROLE_INFO[role].name)
