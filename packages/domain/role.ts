/** What a user may hold; a user holds one or more. */
export const ROLES = ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner', 'BillingAdmin'] as const
export type Role = (typeof ROLES)[number]

/** Roles that open the report groups of the menu. */
export const REPORT_ROLES: readonly Role[] = ['User', 'PowerUser', 'AccountAdmin', 'AccountOwner']
export const ADMIN_ROLES: readonly Role[] = ['AccountAdmin', 'AccountOwner']
export const BILLING_ROLES: readonly Role[] = ['BillingAdmin', 'AccountAdmin', 'AccountOwner']

export const hasAnyRole = (held: readonly Role[], wanted: readonly Role[]): boolean =>
  wanted.some((role) => held.includes(role))
