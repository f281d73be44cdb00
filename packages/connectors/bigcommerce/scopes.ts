import type { StreamState, SyncPage } from '../kit/connector.ts'
import { notAllowedPage } from '../kit/not-allowed.ts'
import { RequestRejected } from '../kit/platform-problems.ts'

/** OAuth scopes as the control panel names them, with what is missing without each. Reading is enough. */
export const SCOPES = {
  'Information & Settings': 'The store’s currency and time zone can’t be read',
  Orders: 'Orders can’t be synced',
  Products: 'Products won’t be synced, and orders have no categories',
  Customers: 'Customers won’t be synced',
  'Store Inventory': 'Inventory won’t be synced',
} as const
export type Scope = keyof typeof SCOPES

const lackOf = (scope: Scope): string => `${SCOPES[scope]}: the API account doesn’t have the scope ${scope}`

/** BigCommerce answers 403 to an API account without the scope of a call. */
export class ScopeMissing extends RequestRejected {
  readonly scope: Scope

  constructor(scope: Scope) {
    super(lackOf(scope), 403)
    this.scope = scope
  }
}

/** A sentence for a scope that is missing. */
export const missingScope = (scope: Scope): string => `${lackOf(scope)}.`

/** The only page of a stream that the API account may not read. */
export const notAllowed = ({ scope }: ScopeMissing, next: StreamState): SyncPage =>
  notAllowedPage(missingScope(scope), next)
