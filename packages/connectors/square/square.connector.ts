import { z } from 'zod'
import type { PlatformConnector, WebhookSpec } from '../kit/connector.ts'
import { Instant, parseJsonOrNull } from '../kit/fields.ts'
import { secretSetting, settingsSchema } from '../kit/manifest.ts'
import { isRecentEvent, isSignedBase64 } from '../kit/signature.ts'
import { SquareId } from './order-schema.ts'
import { SQUARE_BUDGET } from './square-api.ts'
import { squareAuthorization } from './square-authorization.ts'

const SIGNATURE = 'x-square-hmacsha256-signature'

const Event = z.object({ event_id: SquareId, created_at: Instant })

/** Square signs each event with a key of the subscription, over the notification URL and the body. */
export const squareWebhook: WebhookSpec = {
  instruction:
    'In the Square Developer Console, open your application, add a webhook subscription with this URL and the events order, payment, customer, catalog, and inventory, and enter its signature key here.',
  check({ headers, body, url }, { registeredSecret, secrets, now }) {
    const signature = headers[SIGNATURE]
    const keys = [secrets.webhookSignatureKey, registeredSecret]
    if (!isSignedBase64({ keys, parts: [url, body], signature })) return 'refused'
    const { data: event } = Event.safeParse(parseJsonOrNull(body.toString('utf8')))
    return event && isRecentEvent(event.created_at, now()) ? { eventId: event.event_id } : 'refused'
  },
}

export const squareConnector = {
  type: 'square',
  title: 'Square',
  description: 'Orders, refunds, items, inventory, customers, and team members from all your Square locations.',
  auth: 'apiKey',
  settingsSchema: settingsSchema(['accessToken'], {
    accessToken: secretSetting('Access token', {
      description: 'In the Square Developer Console: your application, Credentials, Production access token.',
      maxLength: 500,
    }),
    webhookSignatureKey: secretSetting('Webhook signature key', {
      description: 'Optional. With it, changes arrive within a minute; without it, on the sync schedule.',
    }),
  }),
  streams: ['products', 'inventory', 'customers', 'team_members', 'orders', 'order_lines'],
  defaultUrl: 'https://connect.squareup.com',
  budgets: [SQUARE_BUDGET],
  webhook: squareWebhook,
  authorization: squareAuthorization,
  load: async () => (await import('./square-session.ts')).openSquare,
} as const satisfies PlatformConnector
