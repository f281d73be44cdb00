import type { AppAuthorization, KeyAuthorization, PlatformApp } from '#connectors/kit/authorization.ts'
import type { PlatformConnector } from '#connectors/kit/connector.ts'
import { findPlatformConnector } from '#connectors/registry.ts'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { isReachable } from './register-webhook.ts'

/** Where platforms send users back; the operator enters it in each app. */
export const buildRedirectUri = (publicUrl: string): string => `${publicUrl}/admin/services/connected`

/** Where a platform that sends keys sends the browser back. */
export const buildReturnUrl = (publicUrl: string, type: string): string =>
  `${publicUrl}/api/service/connect/${type}/return`

/** Where a platform sends the keys that it makes. */
export const buildCallbackUrl = (publicUrl: string, type: string): string =>
  `${publicUrl}/api/service/connect/${type}/keys`

/** Whether platforms can send keys here. With private addresses allowed, which only a local trial can, so can fakes on this computer. */
export const receivesKeys = ({ platforms, publicUrl }: Deps): boolean =>
  platforms.allowPrivate || isReachable(publicUrl)

export type ConsentWay = { readonly connector: PlatformConnector } & (
  | { readonly authorization: AppAuthorization; readonly app: PlatformApp }
  | { readonly authorization: KeyAuthorization; readonly app: null }
)

/** How users consent on a platform. Errors: `service.no_consent`. */
export const requireConsentWay = (parts: Deps, type: string): ConsentWay => {
  const connector = findPlatformConnector(type)
  const authorization = connector?.authorization
  const app = parts.platforms.apps[type] ?? null
  if (connector && authorization?.by === 'keys' && receivesKeys(parts)) return { connector, authorization, app: null }
  if (connector && authorization?.by === 'app' && app !== null) return { connector, authorization, app }
  throw fail('service.no_consent')
}
