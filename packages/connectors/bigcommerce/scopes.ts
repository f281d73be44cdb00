/** OAuth scopes as the control panel names them, with what is missing without each. Reading is enough. */
export const SCOPES = {
  'Information & Settings': 'The store’s currency and time zone can’t be read',
  Orders: 'Orders can’t be synced',
  Products: 'Products won’t be synced, and orders have no categories',
  Customers: 'Customers won’t be synced',
  'Store Inventory': 'Inventory won’t be synced',
} as const
export type Scope = keyof typeof SCOPES

/** BigCommerce answers 403 to an API account without the scope of a call. */
export const explainScope = (scope: Scope | null): string =>
  scope === null
    ? 'The API account may not make this call'
    : `${SCOPES[scope]}: the API account doesn’t have the scope ${scope}`
