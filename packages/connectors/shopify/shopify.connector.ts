import type { PlatformConnector, WebhookSpec } from '../kit/connector.ts'
import { secretSetting, settingsSchema, textSetting } from '../kit/manifest.ts'
import { isSignedBase64 } from '../kit/signature.ts'
import { NEEDED_SCOPES, shopifyAuthorization } from './shopify-authorization.ts'

/** Shopify signs each event with the app's client secret. */
export const shopifyWebhook: WebhookSpec = {
  instruction:
    'In Shopify, under Settings, Notifications, Webhooks, or in the app, send order, refund, customer, and product events to this URL as JSON, and enter the secret that signs them as the webhook secret.',
  check({ headers, body }, { app, settings, secrets }) {
    const signature = headers['x-shopify-hmac-sha256']
    // Events that Cuvee registered are signed by the app, those that a user added by the store.
    const keys = [secrets.webhookSecret, secrets.clientSecret, app?.clientSecret]
    if (!isSignedBase64({ keys, parts: [body], signature })) return 'refused'
    const shop = headers['x-shopify-shop-domain']
    if (shop !== undefined && shop !== settings.shop) return 'refused'
    return { eventId: headers['x-shopify-webhook-id'] ?? null }
  },
}

const SHOP = '^[a-z0-9][a-z0-9-]{0,99}\\.myshopify\\.com$'

/** Shopify through its GraphQL Admin API. Its limits are query costs, which admin-api.ts handles, so there are no budgets. */
export const shopifyConnector: PlatformConnector = {
  type: 'shopify',
  title: 'Shopify',
  description: 'Orders, refunds, customers, products, and inventory from a Shopify store, online and in person.',
  auth: 'apiKey',
  settingsSchema: settingsSchema(['shop'], {
    shop: textSetting('Shop', {
      description: 'Your store’s Shopify address, such as cellar-door.myshopify.com.',
      maxLength: 120,
      pattern: SHOP,
      patternMessage: 'Enter an address that ends in .myshopify.com, in lowercase',
    }),
    clientId: textSetting('Client ID', {
      description: `Of an app that you make in Shopify’s Dev Dashboard and install in your store, with the permissions ${NEEDED_SCOPES.join(', ')} and read_all_orders for orders older than 60 days. It’s in the app’s settings.`,
    }),
    clientSecret: secretSetting('Client secret', {
      description: 'Shown next to the client ID. It also signs the app’s events.',
    }),
    accessToken: secretSetting('Access token', {
      description:
        'Only for a custom app that was made in your store’s settings before 2026, instead of the client ID.',
      advanced: true,
    }),
    webhookSecret: secretSetting('Webhook secret', {
      description: 'Only for events that aren’t signed with the client secret above.',
      advanced: true,
    }),
  }),
  streams: ['products', 'inventory', 'customers', 'orders', 'order_lines'],
  defaultUrl: ({ shop }) => `https://${shop}`,
  budgets: [],
  webhook: shopifyWebhook,
  authorization: shopifyAuthorization,
  load: async () => (await import('./shopify-session.ts')).openShopify,
}
