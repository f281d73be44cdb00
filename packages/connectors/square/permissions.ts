import { z } from 'zod'
import { PermissionMissing } from '../kit/not-allowed.ts'
import { optional } from '../kit/optional.ts'
import { SquareInstant } from './fields.ts'
import type { SquareApi } from './square-api.ts'

/** Permissions of a token, with what is missing without each. */
export const PERMISSIONS = {
  MERCHANT_PROFILE_READ:
    'Nothing can be synced without the permission MERCHANT_PROFILE_READ, which is needed to read locations.',
  ORDERS_READ: 'Orders won’t be synced: the permission ORDERS_READ is missing.',
  ITEMS_READ: 'Products and categories won’t be synced: the permission ITEMS_READ is missing.',
  INVENTORY_READ: 'Inventory won’t be synced: the permission INVENTORY_READ is missing.',
  CUSTOMERS_READ: 'Customers won’t be synced: the permission CUSTOMERS_READ is missing.',
  PAYMENTS_READ: 'Orders won’t have a team member: the permission PAYMENTS_READ is missing.',
  EMPLOYEES_READ: 'Team members will have no names: the permission EMPLOYEES_READ is missing.',
} as const
export type Permission = keyof typeof PERMISSIONS

const TokenStatus = z.object({
  scopes: z.array(z.string()),
  expires_at: optional(SquareInstant),
})

export interface TokenPermissions {
  may(permission: Permission): boolean
  /** epoch milliseconds; null: the token does not expire, or is renewed before */
  readonly expires: number | null
}

/** Whether Cuvee renews the token before its end. */
export interface TokenRules {
  readonly isRenewed: boolean
}

/** Fetches the token's permissions from Square. */
export const fetchPermissions = async (api: SquareApi, { isRenewed }: TokenRules): Promise<TokenPermissions> => {
  const { scopes, expires_at } = await api.call({ method: 'POST', path: '/oauth2/token-status' }, TokenStatus)
  const granted = new Set(scopes)
  return { may: (permission) => granted.has(permission), expires: isRenewed ? null : expires_at }
}

/** Throws `PermissionMissing`. */
export const requirePermission = ({ may }: TokenPermissions, permission: Permission): void => {
  if (!may(permission)) throw new PermissionMissing(PERMISSIONS[permission].slice(0, -1))
}
