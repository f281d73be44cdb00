import { z } from 'zod'
import { basicAuth } from '../kit/authorization.ts'
import type { PlatformConnector, WebhookSpec } from '../kit/connector.ts'
import { parseJsonOrNull } from '../kit/fields.ts'
import { secretSetting, settingsSchema, textSetting } from '../kit/manifest.ts'
import { isEqualText } from '../kit/signature.ts'
import { COMMERCE7_BUDGETS } from './commerce7-api.ts'
import { commerce7Authorization } from './commerce7-authorization.ts'

/** User name to enter together with the webhook password. */
const WEBHOOK_USER = 'cuvee'

const Event = z.object({ tenantId: z.string().nullish() })

/** Commerce7 sends neither signature nor event ID: the URL is the secret, and a password if one is set. */
export const commerce7Webhook: WebhookSpec = {
  instruction: `In Commerce7, under Developer and Web Hooks, add this URL for Order, Customer, Club Membership, and Reservation. If you set a webhook password here, enter the user name ${WEBHOOK_USER} and that password there.`,
  check({ headers, body }, { settings, secrets }) {
    const password = secrets.webhookPassword
    if (password && !isEqualText(headers.authorization ?? '', basicAuth(WEBHOOK_USER, password))) return 'refused'
    const tenant = Event.safeParse(parseJsonOrNull(body.toString('utf8'))).data?.tenantId ?? settings.tenant
    return tenant === settings.tenant ? { eventId: null } : 'refused'
  },
}

export const commerce7Connector: PlatformConnector = {
  type: 'commerce7',
  title: 'Commerce7',
  description: 'Orders, customers, clubs, reservations, products, and inventory from a Commerce7 tenant.',
  auth: 'basic',
  settingsSchema: settingsSchema(['tenant', 'appId', 'appSecret'], {
    tenant: textSetting('Tenant', {
      description: 'The first part of the URL where you sign in to Commerce7.',
      maxLength: 100,
      pattern: '[A-Za-z0-9][A-Za-z0-9-]*',
      patternMessage: 'Use only letters, digits, and hyphens',
    }),
    appId: textSetting('App ID', {
      description:
        'From the app that you created for Cuvee in the Commerce7 developer portal and installed. Cuvee reads what it has read access to: Club, Club Membership, Customer, Department, Inventory, Order, Product, Reservation, Setting, and Vendor.',
    }),
    appSecret: secretSetting('App secret key', {
      description: 'Shown next to the App ID in Commerce7.',
      maxLength: 500,
    }),
    webhookPassword: secretSetting('Webhook password', {
      description:
        'Leave empty if the app has full access to WebHook: Cuvee then adds its own webhooks, which bring changes within a minute, and writes nothing else. Without that access, changes arrive with the next sync, or add the webhooks yourself with the password that you choose here.',
    }),
  }),
  streams: [
    'orders',
    'order_lines',
    'customers',
    'products',
    'inventory',
    'clubs',
    'memberships',
    'membership_holds',
    'club_releases',
    'release_members',
    'reservations',
  ],
  defaultUrl: 'https://api.commerce7.com/v1',
  budgets: COMMERCE7_BUDGETS,
  webhook: commerce7Webhook,
  authorization: commerce7Authorization,
  load: async () => (await import('./commerce7-session.ts')).openCommerce7,
}
