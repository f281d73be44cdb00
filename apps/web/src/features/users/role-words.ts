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
    can: 'Sees every dashboard number and report, and keeps dashboards and reports of their own. Right for most of the team.',
  },
  PowerUser: {
    name: 'Power user',
    can: 'All that a user can, and shares reports with colleagues and has them sent by e-mail. Right for managers.',
  },
  BillingAdmin: {
    name: 'Billing admin',
    can: 'Sees and changes plan, card and invoices. Alone it opens no reports. Right for the bookkeeper.',
  },
  AccountAdmin: {
    name: 'Account admin',
    can: 'Runs Cuvee for the winery: services, tastings, users, settings and billing.',
  },
  AccountOwner: {
    name: 'Account owner',
    can: 'All that an admin can, and makes others owners or deletes the account. Every account has at least one.',
  },
} as const satisfies Record<Role, RoleWords>

export const ROLES_SHOWN: readonly Role[] = ['User', 'PowerUser', 'BillingAdmin', 'AccountAdmin', 'AccountOwner']

/** Names of roles in the order in which they are shown. */
export const roleNames = (roles: readonly Role[]): string[] =>
  ROLES_SHOWN.filter((role) => roles.includes(role)).map((role) => ROLE_WORDS[role].name)
