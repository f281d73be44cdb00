import { isForRoles, type PageAccess } from '#domain/navigation.ts'
import type { Role } from '#domain/role.ts'

export interface PageRequest {
  /** path only */
  readonly path: string
  /** path with query and fragment, as requested */
  readonly fullPath: string
  readonly access: PageAccess
  /** roles of the signed-in user; null when signed out or not loaded */
  readonly roles: readonly Role[] | null
}

export type AccessDecision =
  | { readonly kind: 'allow' }
  | { readonly kind: 'home' }
  | { readonly kind: 'sign-in'; readonly redirect: string }
  | { readonly kind: 'unauthorized' }

/** Pages of people who are about to sign in, also while another tab is signed in. */
export const ONLY_SIGNED_OUT: readonly string[] = ['/sign-in', '/register']

/** The route guards, in their order: signed-in visitors leave the sign-in pages, then login, then roles. */
export const decideAccess = ({ path, fullPath, access, roles }: PageRequest): AccessDecision => {
  if (roles !== null && ONLY_SIGNED_OUT.includes(path)) return { kind: 'home' }
  if (!access.login) return { kind: 'allow' }
  if (roles === null) return { kind: 'sign-in', redirect: fullPath }
  return isForRoles(access, roles) ? { kind: 'allow' } : { kind: 'unauthorized' }
}
