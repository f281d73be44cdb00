import { z } from 'zod'
import { describeSamples } from '../kit/connection-samples.ts'
import type { Connection, PlatformConnector, PlatformFacts, PlatformSession } from '../kit/connector.ts'
import { sampleServices } from './connection-samples.ts'
import { contactsStream } from './contacts.ts'
import { inventoryStream } from './inventory.ts'
import { clubsStream, membershipsStream } from './memberships.ts'
import { ordersStream } from './orders-stream.ts'
import { platformOrders } from './platform-orders.ts'
import { createProductFacts, productsStream } from './products.ts'
import { CALLS_BUDGET, createWineDirectClient, type WineDirectClient } from './winedirect-client.ts'

const REGIONS = { us: 'https://webservices.vin65.com', au: 'https://webservices.aus.vin65.com' } as const

const Settings = z.object({ username: z.string().min(1), region: z.enum(['us', 'au']).default('us') })
const Secrets = z.object({ password: z.string().min(1) })

const test = async (client: WineDirectClient, currency: string): Promise<PlatformFacts> => {
  const { sampled, refused } = await sampleServices(client)
  const { samples, warnings } = describeSamples(sampled)
  const counted = `WineDirect doesn’t say which currency its amounts are in. They’re counted in ${currency}, your account’s currency.`
  return { name: null, timeZone: null, currency: null, samples, warnings: [counted, ...refused, ...warnings] }
}

const open = ({ settings, secrets, client: calls, now, account }: Connection): PlatformSession => {
  const { username } = Settings.parse(settings)
  const { password } = Secrets.parse(secrets)
  const client = createWineDirectClient(calls, { username, password })
  const source = { client, currency: account.currency, products: createProductFacts(client) }
  return {
    test: () => test(client, account.currency),
    streams: [
      productsStream(client, account.currency),
      inventoryStream(client),
      contactsStream(client, now),
      clubsStream(client),
      membershipsStream(client, now),
      ordersStream(source, now),
    ],
    orders: (span) => platformOrders(source, span),
  }
}

export const winedirectConnector: PlatformConnector = {
  type: 'winedirect',
  title: 'WineDirect',
  description:
    'Orders, contacts, clubs, products, and inventory from WineDirect Classic (Vin65). Newer stores connect as BigCommerce.',
  auth: 'basic',
  settingsSchema: {
    type: 'object',
    properties: {
      username: {
        type: 'string',
        title: 'User name',
        description:
          'The user name of a web service account that an administrator creates in the WineDirect admin panel.',
        maxLength: 200,
      },
      password: { type: 'string', title: 'Password', maxLength: 200, writeOnly: true },
      region: {
        type: 'string',
        title: 'Region',
        description: 'us: United States and Canada. au: Australia.',
        enum: ['us', 'au'],
        default: 'us',
      },
    },
    required: ['username', 'password'],
    additionalProperties: false,
  },
  streams: ['orders', 'order_lines', 'customers', 'products', 'inventory', 'clubs', 'memberships'],
  defaultUrl: (settings) => REGIONS[Settings.pick({ region: true }).parse(settings).region],
  budgets: [CALLS_BUDGET],
  webhook: null,
  open,
}
