import { ADMIN_ROLES, BILLING_ROLES, hasAnyRole, REPORT_ROLES, ROLES, type Role } from './role.ts'

/** One row a group of calls: who may make them. Every endpoint of the contract names one of these. */
export const PERMISSIONS = {
  /** own profile, dashboards and their data, notifications, feedback, reading the account */
  signedIn: ROLES,
  /** built-in and ad-hoc reports, drill, explain, export, insights */
  reports: REPORT_ROLES,
  /** share a report or a dashboard, schedule e-mails */
  sharing: ['PowerUser', 'AccountAdmin', 'AccountOwner'],
  /** services, uploads, users, invitations, settings, definitions, audit */
  administration: ADMIN_ROLES,
  billing: BILLING_ROLES,
  /** delete the account, grant or take AccountOwner */
  ownership: ['AccountOwner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

export const isPermitted = (held: readonly Role[], permission: Permission): boolean =>
  hasAnyRole(held, PERMISSIONS[permission])
