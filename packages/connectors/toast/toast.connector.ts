import { z } from 'zod'
import type { PlatformConnector, WebhookSpec } from '../kit/connector.ts'
import { parseJsonOrNull } from '../kit/fields.ts'
import { secretSetting, settingsSchema, textSetting } from '../kit/manifest.ts'
import { isRecentEvent, isSignedBase64 } from '../kit/signature.ts'
import { ToastId, ToastInstant } from './order-schema.ts'
import { BUDGETS } from './toast-api.ts'

const Event = z.object({ guid: ToastId, timestamp: z.string() })

/**
 * Toast signs the body, followed by the time that it names, with the secret of the subscription:
 * https://doc.toasttab.com/doc/devguide/apiMessageSigning.html
 */
export const toastWebhook: WebhookSpec = {
  instruction:
    'In Toast Web, under Integrations, Toast API access, Webhooks, add a subscription for orders with this URL, and enter its secret here.',
  check({ headers, body }, { secrets, now }) {
    const { data: event } = Event.safeParse(parseJsonOrNull(body.toString('utf8')))
    if (!event) return 'refused'
    const [signature, keys] = [headers['toast-signature'], [secrets.webhookSecret]]
    if (!isSignedBase64({ keys, parts: [body, event.timestamp], signature })) return 'refused'
    return isRecentEvent(ToastInstant.safeParse(event.timestamp).data ?? 0, now()) ? { eventId: event.guid } : 'refused'
  },
}

const API_URL = 'https://ws-api.toasttab.com'
const GUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** Toast’s REST APIs, with credentials that restaurants make themselves (standard API access, which only reads). */
export const toastConnector = {
  type: 'toast',
  title: 'Toast',
  description: 'Orders, refunds, guests at tables, menu items, and team members from your Toast locations.',
  auth: 'apiKey',
  settingsSchema: settingsSchema(['clientId', 'clientSecret', 'locations'], {
    clientId: textSetting('Client ID', {
      description:
        'In Toast Web, under Integrations, Toast API access, Manage credentials: create credentials for the Standard API, with all scopes that only read.',
    }),
    clientSecret: secretSetting('Client secret', {
      description: 'Shown once, next to the client ID.',
      maxLength: 500,
    }),
    locations: textSetting('Location GUIDs', {
      description: 'One per line. Toast lists them in the email about your new credentials.',
      maxLength: 4000,
      multiline: true,
      pattern: `^\\s*${GUID}([\\s,;]+${GUID})*\\s*$`,
      patternMessage: 'Enter GUIDs such as 76cb1b05-cb1e-4adf-863a-b2a94a5ecdcf, one per line',
    }),
    countGuests: {
      type: 'boolean',
      title: 'Count guests at tables as visits',
      description: 'Turn this off if your reservations come from another service, so that no guest counts twice.',
      default: true,
    },
    webhookSecret: secretSetting('Webhook secret', {
      description: 'Optional. With it, changes arrive within a minute; without it, on the sync schedule.',
      advanced: true,
    }),
    apiUrl: textSetting('API access URL', {
      description: 'Only if your credentials show another one.',
      default: API_URL,
      pattern: '^https://[a-z0-9.-]+\\.toasttab\\.com/?$',
      patternMessage: `Enter an address such as ${API_URL}`,
      advanced: true,
    }),
  }),
  streams: ['products', 'team_members', 'customers', 'orders', 'order_lines', 'reservations'],
  defaultUrl: ({ apiUrl }) => String(apiUrl || API_URL),
  budgets: Object.values(BUDGETS),
  webhook: toastWebhook,
  load: async () => (await import('./toast-session.ts')).openToast,
} as const satisfies PlatformConnector
