/** A user has one or more roles. */
export const ROLES = ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner', 'BillingAdmin'] as const
export type Role = (typeof ROLES)[number]

/** Roles with access to the report groups of the menu. */
export const REPORT_ROLES: readonly Role[] = ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner']
export const ADMIN_ROLES: readonly Role[] = ['AccountAdmin', 'AccountOwner']
export const BILLING_ROLES: readonly Role[] = ['BillingAdmin', 'AccountAdmin', 'AccountOwner']

export const hasAnyRole = (held: readonly Role[], wanted: readonly Role[]): boolean =>
  wanted.some((role) => held.includes(role))

/** Lowest first; BillingAdmin is outside the order. */
const ORDER: readonly Role[] = ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner']

const highest = (roles: readonly Role[]): number => Math.max(-1, ...roles.map((role) => ORDER.indexOf(role)))

/** Whether a role is above those held: users cannot grant or revoke roles above their own. */
export const isAbove = (roles: readonly Role[], held: readonly Role[]): boolean => highest(roles) > highest(held)

/** Roles with access, by group of API calls. Every endpoint of the contract names one of these groups. */
export const PERMISSIONS = {
  /** own profile, dashboards and their data, notifications, feedback, reading the account */
  signedIn: ROLES,
  /** built-in and ad-hoc reports, drill, explain, export, insights */
  reports: REPORT_ROLES,
  /** share a report or a dashboard, schedule emails */
  sharing: ['PowerUser', 'AccountAdmin', 'AccountOwner'],
  /** services, uploads, users, invitations, settings, definitions, audit */
  administration: ADMIN_ROLES,
  billing: BILLING_ROLES,
  /** delete the account, grant or revoke AccountOwner */
  ownership: ['AccountOwner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

/** What an API key may do; each scope includes those before it. */
export const KEY_SCOPES = ['read', 'write', 'admin'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

export const includesScope = (held: KeyScope, wanted: KeyScope): boolean =>
  KEY_SCOPES.indexOf(held) >= KEY_SCOPES.indexOf(wanted)

export const isPermitted = (held: readonly Role[], permission: Permission): boolean =>
  hasAnyRole(held, PERMISSIONS[permission])

/** Whether a user whose roles change from one to the other may do less. */
export const isReduced = (before: readonly Role[], after: readonly Role[]): boolean =>
  Object.values(PERMISSIONS).some((permitted) => hasAnyRole(before, permitted) && !hasAnyRole(after, permitted))

/** How a user can prove who they are. */
export const PROOF_METHODS = ['password', 'authenticator', 'passkey', 'recoveryCode', 'signOn'] as const
export type ProofMethod = (typeof PROOF_METHODS)[number]
