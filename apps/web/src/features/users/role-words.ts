import type { Role } from '#domain/role.ts'

interface RoleWords {
  readonly name: string
  /** what somebody at a winery can do with it */
  readonly can: string
}

/** Roles as they are shown, the least first. */
export const ROLE_WORDS = {
  User: {
    name: 'User',
    can: 'Views all numbers and reports, and creates their own dashboards and reports. Right for most of the team.',
  },
  PowerUser: {
    name: 'Power user',
    can: 'Everything a user can do, plus sharing reports and scheduling them by email. Right for managers.',
  },
  BillingAdmin: {
    name: 'Billing admin',
    can: 'Manages the plan, payment method, and invoices. Doesn’t include reports. Right for a bookkeeper.',
  },
  AccountAdmin: {
    name: 'Account admin',
    can: 'Manages Cuvee for the winery: services, tastings, users, settings, and billing.',
  },
  AccountOwner: {
    name: 'Account owner',
    can: 'Everything an admin can do, plus adding owners and deleting the account. Every account has at least one.',
  },
} as const satisfies Record<Role, RoleWords>

export const ROLES_SHOWN: readonly Role[] = ['User', 'PowerUser', 'BillingAdmin', 'AccountAdmin', 'AccountOwner']

/** Names of roles in the order in which they are shown. */
export const roleNames = (roles: readonly Role[]): string[] =>
  ROLES_SHOWN.filter((role) => roles.includes(role)).map((role) => ROLE_WORDS[role].name)
