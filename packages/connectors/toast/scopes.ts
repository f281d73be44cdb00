/** Scopes as Toast Web names them, with what is missing without each. */
export const SCOPES = {
  'restaurants:read': 'Nothing can be synced, because locations can’t be read',
  'orders:read': 'Orders can’t be synced',
  'menus:read': 'Products won’t be synced, and order lines have no SKUs',
  'config:read': 'Orders don’t say how they were handed over, and products that are off the menu have no category',
  'labor.employees:read': 'Team members have no names',
  'guest.pi:read': 'Orders have no customers',
  'delivery_info.address:read': 'Delivered orders have no place',
} as const
export type Scope = keyof typeof SCOPES

export const formatMissingScope = (scope: Scope): string =>
  `${SCOPES[scope]}: the credentials don’t have the scope ${scope}, or don’t cover this location`

/** A sentence for each scope that credentials lack. `granted`: null: unknown. */
export const missingScopes = (granted: ReadonlySet<string> | null): string[] =>
  granted === null
    ? []
    : Object.entries(SCOPES)
        .filter(([scope]) => !granted.has(scope))
        .map(([scope, lack]) => `${lack}: the credentials don’t have the scope ${scope}.`)
