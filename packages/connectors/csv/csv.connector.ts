import type { ConnectorManifest } from '../kit/manifest.ts'

export const csvConnector = {
  type: 'csv',
  title: 'CSV files',
  description: 'Orders, lines, customers, products, stock, memberships and reservations from files that you upload.',
  auth: 'file',
  settingsSchema: { type: 'object', properties: {}, additionalProperties: false },
  streams: ['orders', 'order_lines', 'customers', 'products', 'inventory', 'clubs', 'memberships', 'reservations'],
} as const satisfies ConnectorManifest
