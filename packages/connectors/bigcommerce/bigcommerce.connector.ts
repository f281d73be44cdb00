import type { PlatformConnector } from '../kit/connector.ts'
import { secretSetting, settingsSchema, textSetting } from '../kit/manifest.ts'
import { BIGCOMMERCE_BUDGET, SCOPES } from './bigcommerce-api.ts'
import { bigcommerceWebhook } from './webhooks.ts'

/** BigCommerce through its REST APIs of versions 2 and 3. */
export const bigcommerceConnector: PlatformConnector = {
  type: 'bigcommerce',
  title: 'BigCommerce',
  description:
    'Orders, refunds, customers, products, and inventory from a BigCommerce store, including newer WineDirect stores.',
  auth: 'apiKey',
  settingsSchema: settingsSchema(['storeHash', 'accessToken'], {
    storeHash: textSetting('Store hash', {
      description:
        'In the control panel’s address, between “store-” and “.mybigcommerce.com”. The API path of an API account has it too.',
      maxLength: 40,
      pattern: '^[a-z0-9]+$',
      patternMessage: 'Enter only the letters and digits of the store hash, such as abc123def4',
    }),
    accessToken: secretSetting('Access token', {
      description: `Of a store-level API account that you make under Settings, API accounts, with these scopes, each read-only: ${Object.keys(SCOPES).join(', ')}.`,
    }),
  }),
  streams: ['products', 'inventory', 'customers', 'orders', 'order_lines'],
  defaultUrl: 'https://api.bigcommerce.com',
  budgets: [BIGCOMMERCE_BUDGET],
  webhook: bigcommerceWebhook,
  load: async () => (await import('./bigcommerce-session.ts')).openBigCommerce,
}
