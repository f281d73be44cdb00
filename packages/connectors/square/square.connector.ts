import type { Connection, PlatformConnector } from '../kit/connector.ts'
import { catalogStream } from './catalog-stream.ts'
import { customerStream } from './customer-stream.ts'
import { createDirectory } from './directory.ts'
import { inventoryStream } from './inventory-stream.ts'
import { orderStream } from './order-stream.ts'
import { readPlatformOrders } from './platform-orders.ts'
import { createSquareApi, SQUARE_BUDGET } from './square-api.ts'
import { fetchFacts } from './square-facts.ts'
import { teamStream } from './team-stream.ts'
import { squareWebhook } from './webhook.ts'

export const squareConnector = {
  type: 'square',
  title: 'Square',
  description: 'Orders, refunds, items, inventory, customers, and team members from all your Square locations.',
  auth: 'apiKey',
  settingsSchema: {
    type: 'object',
    properties: {
      accessToken: {
        type: 'string',
        title: 'Access token',
        description: 'In the Square Developer Console: your application, Credentials, Production access token.',
        maxLength: 500,
        writeOnly: true,
      },
      webhookSignatureKey: {
        type: 'string',
        title: 'Webhook signature key',
        description: 'Optional. With it, changes arrive within a minute; without it, on the sync schedule.',
        maxLength: 200,
        writeOnly: true,
      },
    },
    required: ['accessToken'],
    additionalProperties: false,
  },
  streams: ['products', 'inventory', 'customers', 'team_members', 'orders', 'order_lines'],
  defaultUrl: 'https://connect.squareup.com',
  budgets: [SQUARE_BUDGET],
  webhook: squareWebhook,
  open(connection: Connection) {
    const directory = createDirectory(createSquareApi(connection))
    const { account, now } = connection
    return {
      test: () => fetchFacts(directory),
      streams: [
        catalogStream(directory),
        inventoryStream(directory),
        customerStream(directory, now),
        teamStream(directory),
        orderStream(directory, account, now),
      ],
      credentialsEnd: async () => (await directory.permissions()).expires,
      orders: (span) => readPlatformOrders(directory, account.currency, span),
    }
  },
} as const satisfies PlatformConnector
