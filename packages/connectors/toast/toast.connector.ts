import type { PlatformConnector } from '../kit/connector.ts'
import { BUDGETS } from './toast-api.ts'
import { toastWebhook } from './webhook.ts'

const API_URL = 'https://ws-api.toasttab.com'
const GUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** Toast’s REST APIs, with credentials that restaurants make themselves (standard API access, which only reads). */
export const toastConnector = {
  type: 'toast',
  title: 'Toast',
  description: 'Orders, refunds, guests at tables, menu items, and team members from your Toast locations.',
  auth: 'apiKey',
  settingsSchema: {
    type: 'object',
    properties: {
      clientId: {
        type: 'string',
        title: 'Client ID',
        description:
          'In Toast Web, under Integrations, Toast API access, Manage credentials: create credentials for the Standard API, with all scopes that only read.',
        maxLength: 200,
      },
      clientSecret: {
        type: 'string',
        title: 'Client secret',
        description: 'Shown once, next to the client ID.',
        maxLength: 500,
        writeOnly: true,
      },
      locations: {
        type: 'string',
        title: 'Location GUIDs',
        description: 'One per line. Toast lists them in the email about your new credentials.',
        maxLength: 4000,
        multiline: true,
        pattern: `^\\s*${GUID}([\\s,;]+${GUID})*\\s*$`,
        patternMessage: 'Enter GUIDs such as 76cb1b05-cb1e-4adf-863a-b2a94a5ecdcf, one per line',
      },
      countGuests: {
        type: 'boolean',
        title: 'Count guests at tables as visits',
        description: 'Turn this off if your reservations come from another service, so that no guest counts twice.',
        default: true,
      },
      webhookSecret: {
        type: 'string',
        title: 'Webhook secret',
        description: 'Optional. With it, changes arrive within a minute; without it, on the sync schedule.',
        maxLength: 200,
        writeOnly: true,
        advanced: true,
      },
      apiUrl: {
        type: 'string',
        title: 'API access URL',
        description: 'Only if your credentials show another one.',
        default: API_URL,
        maxLength: 200,
        pattern: '^https://[a-z0-9.-]+\\.toasttab\\.com/?$',
        patternMessage: `Enter an address such as ${API_URL}`,
        advanced: true,
      },
    },
    required: ['clientId', 'clientSecret', 'locations'],
    additionalProperties: false,
  },
  streams: ['products', 'team_members', 'customers', 'orders', 'order_lines', 'reservations'],
  defaultUrl: ({ apiUrl }) => String(apiUrl || API_URL),
  budgets: Object.values(BUDGETS),
  webhook: toastWebhook,
  load: async () => (await import('./toast-session.ts')).openToast,
} as const satisfies PlatformConnector
