import type { ListSpec } from './commerce7-api.ts'

/** Where the records of each kind are. */
export const LISTS = {
  clubs: { name: 'clubs', path: '/club', keys: ['clubs'] },
  products: { name: 'products', path: '/product', keys: ['products'] },
  inventory: { name: 'inventory', path: '/inventory', keys: ['inventory', 'inventories'] },
  customers: { name: 'customers', path: '/customer', keys: ['customers'] },
  memberships: { name: 'club memberships', path: '/club-membership', keys: ['clubMemberships'] },
  orders: { name: 'orders', path: '/order', keys: ['orders'] },
  reservations: { name: 'reservations', path: '/reservation', keys: ['reservations'] },
  trash: { name: 'deleted records', path: '/trash', keys: ['trash', 'trashes'] },
} as const satisfies Record<string, ListSpec>
