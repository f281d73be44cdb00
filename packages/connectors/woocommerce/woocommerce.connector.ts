import type { PlatformConnector, WebhookSpec } from '../kit/connector.ts'
import { secretSetting, settingsSchema, textSetting } from '../kit/manifest.ts'
import { isSignedBase64 } from '../kit/signature.ts'
import { woocommerceAuthorization } from './woocommerce-authorization.ts'

/** What WooCommerce sends, without a signature, when a webhook is saved. */
const PING = /^webhook_id=\d{1,12}$/

/** WooCommerce signs each event with the secret of its webhook. */
export const wooWebhook: WebhookSpec = {
  instruction:
    'In WooCommerce, under Settings, Advanced, Webhooks, add webhooks with this delivery URL for the topics Order created, Order updated, and Order deleted, with one secret, and enter that secret here.',
  check({ headers, body }, { registeredSecret, secrets }) {
    if (PING.test(body.subarray(0, 40).toString('latin1'))) return { eventId: 'ping' }
    const [signature, keys] = [headers['x-wc-webhook-signature'], [registeredSecret, secrets.webhookSecret]]
    if (!isSignedBase64({ keys, parts: [body], signature })) return 'refused'
    return { eventId: headers['x-wc-webhook-delivery-id'] ?? headers['x-wc-delivery-id'] ?? null }
  },
}

/** WooCommerce through its REST API, version 3. Stores have no common rate limit; their servers answer 429 or 503. */
export const woocommerceConnector: PlatformConnector = {
  type: 'woocommerce',
  title: 'WooCommerce',
  description:
    'Orders, refunds, customers, products, and stock from a WooCommerce store, and club memberships from WooCommerce Subscriptions.',
  auth: 'apiKey',
  settingsSchema: settingsSchema(['storeUrl', 'consumerKey', 'consumerSecret'], {
    storeUrl: textSetting('Store URL', {
      description: 'The URL of your site, such as https://shop.example.com.',
      pattern: '^https://[^\\s/?#@:]+(:\\d{1,5})?(/[^\\s?#]*)?$',
      patternMessage: 'Enter an address that starts with https://',
    }),
    consumerKey: textSetting('Consumer key', {
      description:
        'In WooCommerce, under Settings, Advanced, REST API, add a key for an administrator or shop manager, with the permission Read/Write. With Read, changes arrive on the sync schedule.',
    }),
    consumerSecret: secretSetting('Consumer secret', {
      description: 'Shown once, next to the consumer key.',
    }),
    webhookSecret: secretSetting('Webhook secret', {
      description: 'Only for webhooks that you add in WooCommerce yourself.',
      advanced: true,
    }),
    keysInUrl: {
      type: 'boolean',
      title: 'Send the key in the URL',
      description: 'Only for servers that don’t pass on the Authorization header, so that every key is rejected.',
      default: false,
      advanced: true,
    },
  }),
  streams: ['products', 'inventory', 'customers', 'memberships', 'orders', 'order_lines'],
  defaultUrl: ({ storeUrl }) => String(storeUrl),
  budgets: [],
  webhook: wooWebhook,
  authorization: woocommerceAuthorization,
  load: async () => (await import('./woocommerce-session.ts')).openWooCommerce,
}
