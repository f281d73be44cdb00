import type { PlatformConnector } from '../kit/connector.ts'
import { secretSetting, settingsSchema, textSetting } from '../kit/manifest.ts'
import { CALLS_BUDGET } from './winedirect-api.ts'

const REGIONS = { us: 'https://webservices.vin65.com', au: 'https://webservices.aus.vin65.com' } as const

export const winedirectConnector: PlatformConnector = {
  type: 'winedirect',
  title: 'WineDirect',
  description:
    'Orders, contacts, clubs, products, and inventory from WineDirect Classic (Vin65). Newer stores connect as BigCommerce.',
  auth: 'basic',
  settingsSchema: settingsSchema(['username', 'password'], {
    username: textSetting('Username', {
      description: 'The username of a web service account that an administrator creates in the WineDirect admin panel.',
    }),
    password: secretSetting('Password'),
    region: textSetting('Region', {
      description: 'us: United States and Canada. au: Australia.',
      enum: ['us', 'au'],
      default: 'us',
    }),
  }),
  streams: ['orders', 'order_lines', 'customers', 'products', 'inventory', 'clubs', 'memberships'],
  defaultUrl: ({ region }) => (region === 'au' ? REGIONS.au : REGIONS.us),
  budgets: [CALLS_BUDGET],
  webhook: null,
  load: async () => (await import('./winedirect-session.ts')).openWineDirect,
}
