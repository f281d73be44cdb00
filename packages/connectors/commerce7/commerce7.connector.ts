import type { PlatformConnector } from '../kit/connector.ts'
import { COMMERCE7_BUDGETS } from './commerce7-api.ts'
import { openCommerce7 } from './commerce7-session.ts'
import { commerce7Webhook } from './commerce7-webhook.ts'

export const commerce7Connector: PlatformConnector = {
  type: 'commerce7',
  title: 'Commerce7',
  description: 'Orders, customers, clubs, reservations, products, and inventory from a Commerce7 tenant.',
  auth: 'basic',
  settingsSchema: {
    type: 'object',
    properties: {
      tenant: {
        type: 'string',
        title: 'Tenant',
        description: 'The first part of the URL where you sign in to Commerce7.',
        maxLength: 100,
        pattern: '[A-Za-z0-9][A-Za-z0-9-]*',
        patternMessage: 'Use only letters, digits, and hyphens',
      },
      appId: {
        type: 'string',
        title: 'App ID',
        description: 'The ID of the app that you created for Cuvee in the Commerce7 developer portal and installed.',
        maxLength: 200,
      },
      appSecret: {
        type: 'string',
        title: 'App secret key',
        description: 'Shown next to the App ID in Commerce7.',
        maxLength: 500,
        writeOnly: true,
      },
      webhookPassword: {
        type: 'string',
        title: 'Webhook password',
        description: 'Optional. Choose any text and enter the same text for the webhook in Commerce7.',
        maxLength: 200,
        writeOnly: true,
      },
    },
    required: ['tenant', 'appId', 'appSecret'],
    additionalProperties: false,
  },
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
  open: openCommerce7,
}
